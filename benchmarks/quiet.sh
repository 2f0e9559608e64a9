#!/bin/sh
# The figures of docs/operate.md and docs/online.md, to be taken while nothing else runs: about 45 minutes.
#   benchmarks/quiet.sh [BEFORE]      BEFORE: sources of an earlier version to be measured in turn with this one
#   SHORT=1 benchmarks/quiet.sh       tries every command for a few seconds
set -u
cd "$(dirname "$0")/.."
python=.venv/bin/python
before=${1:-}
minute=60 three=180 half=30 tables=500 most=1000 crowd=100
if [ -n "${SHORT:-}" ]; then minute=4 three=6 half=4 tables=20 most=100 crowd=5; fi
export BESTIARY_START=compiled

run() { echo; echo "\$ $*"; "$@"; }
load() { run $python benchmarks/load.py "$@"; }

.venv/bin/bestiary prepare
git rev-parse --short HEAD

# what a move costs, in turn with the version before
for time in 1 2 3; do
    if [ -n "$before" ]; then
        echo "before:"
        PYTHONPATH=$before run $python benchmarks/moves.py
        PYTHONPATH=$before run $python benchmarks/load.py --tables $tables --seconds $half
    fi
    run $python benchmarks/moves.py
    load --tables $tables --seconds $half
done
load --tables $tables --seconds $minute
load --tables $most --seconds $minute
load --ramp --tables $most --seconds $half
load --tables $tables --seconds $three

# machines
games=totem,totemic,klaw,tiger,shogun
for level in adept master; do
    load --machines $level --tables $crowd --every 3 --seconds $minute --game $games
done

# several processes on one PostgreSQL, in a folder of our own
programs=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)
folder=$(mktemp -d)
as() { "$@"; }
if [ "$(id -u)" = 0 ]; then
    chown postgres "$folder"
    as() { (cd "$folder" && setpriv --reuid postgres --regid postgres --clear-groups "$@"); }
fi
as "$programs/initdb" -D "$folder/data" -U bestiary -A trust -E UTF8 > /dev/null
as "$programs/pg_ctl" -D "$folder/data" -w -l "$folder/log" \
    -o "-c listen_addresses='' -c unix_socket_directories=$folder -c max_connections=200" start > /dev/null
database="postgresql://bestiary@/postgres?host=$folder"
for processes in 1 2 3; do
    load --processes $processes --database "$database" --ramp --tables $((most / 2)) --seconds $half
done
load --processes 3 --database "$database" --kill 10 --tables 30 --seconds $minute
as "$programs/pg_ctl" -D "$folder/data" -w -m immediate stop > /dev/null
rm -rf "$folder"
