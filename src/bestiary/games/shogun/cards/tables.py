"""The Shogun's Chosen: the record of tables, made from cards.toml and campaign.toml."""

from __future__ import annotations

from bestiary.core.record import Field

from .. import state as st
from ..effects import FACES, JUDGED, WAY_STEPS

EFFECT: list[Field] = [
    ("fx_on", "i2", (st.EFFECTS,)),
    ("fx_do", "i2", (st.EFFECTS,)),
    ("fx_who", "i2", (st.EFFECTS,)),
    ("fx_n", "i2", (st.EFFECTS,)),
    ("fx_if", "i2", (st.EFFECTS, st.ATOMS)),
    ("fx_op", "i2", (st.EFFECTS, st.ATOMS)),
    ("fx_value", "i2", (st.EFFECTS, st.ATOMS)),
    ("fx_within", "i2", (st.EFFECTS,)),  # EMPTY: no limit
    ("fx_max", "i2", (st.EFFECTS,)),
    ("fx_prio", "i2", (st.EFFECTS,)),
    ("fx_los", "i2", (st.EFFECTS,)),
    ("fx_kind", "i2", (st.EFFECTS,)),  # a kind of creature, or a class of kinds, or EMPTY
    ("fx_once", "i2", (st.EFFECTS,)),
    ("fx_once_bit", "i2", (st.EFFECTS,)),
    ("fx_may", "i2", (st.EFFECTS,)),
    ("fx_stop", "i2", (st.EFFECTS,)),
    ("fx_what", "i2", (st.EFFECTS,)),  # condition, defence, terrain, stat, flag, attribute ...
    ("fx_until", "i2", (st.EFFECTS,)),
    ("fx_x", "i2", (st.EFFECTS,)),  # difficulty, item, door, square, option a ...
    ("fx_y", "i2", (st.EFFECTS,)),  # trait, option b, side ...
    ("list_first", "i2", (st.LISTS,)),
    ("list_n", "i2", (st.LISTS,)),
    ("list_on", "i8", (st.LISTS,)),  # mask of the triggers
    ("once_round", "i8"),  # mask of the once effects that a round gives back
]

BOARD: list[Field] = [
    ("kind", "i2", (st.CREATURES,)),
    ("k_first", "i2", (st.KINDS,)),
    ("k_count", "i2", (st.KINDS,)),
    ("k_size", "i2", (st.KINDS,)),
    ("k_dead", "i2", (st.KINDS,)),
    ("k_prio", "i2", (st.KINDS,)),
    ("k_flags", "i8", (st.KINDS,)),  # flags that a passive skill always sets
    ("k_skill", "i2", (st.KINDS,)),  # the first board skill
    ("k_skills", "i2", (st.KINDS,)),
    ("b_health", "i2", (st.KINDS, 2, 4)),
    ("b_per_level", "i2", (st.KINDS,)),
    ("b_nd", "i2", (st.KINDS, 2)),
    ("b_armour", "i2", (st.KINDS, 2)),
    ("b_move", "i2", (st.KINDS, 2)),
    ("b_range", "i2", (st.KINDS, 2)),
    ("b_reach", "i2", (st.KINDS, 2)),  # the highest range on the board
    ("b_dice", "i2", (st.KINDS, 2, 2)),
    ("b_yinyang", "i2", (st.KINDS, 2)),  # a list, or EMPTY
    ("b_table", "i2", (st.KINDS, 2, 2, 6, st.ENTRY_LINES)),
    ("bs_kind", "i2", (st.BOARD_SKILLS,)),
    ("bs_range", "i2", (st.BOARD_SKILLS,)),
    ("bs_dice", "i2", (st.BOARD_SKILLS, 2)),
    ("bs_list", "i2", (st.BOARD_SKILLS,)),
    ("bs_need", "i2", (st.BOARD_SKILLS,)),
    ("bs_within", "i2", (st.BOARD_SKILLS,)),
    ("line_first", "i2", (st.LINES,)),
    ("line_n", "i2", (st.LINES,)),
    ("st_kind", "i2", (st.STEPS,)),
    ("st_move", "i2", (st.STEPS,)),
    ("st_x", "i2", (st.STEPS,)),
    ("st_to", "i2", (st.STEPS,)),
    ("st_skill", "i2", (st.STEPS,)),
    ("st_adjacent", "i2", (st.STEPS,)),
    ("st_focus", "i2", (st.STEPS,)),
    ("st_prio", "i2", (st.STEPS,)),
    ("st_extra", "i2", (st.STEPS,)),
    ("st_opt", "i2", (st.STEPS,)),
    ("st_other", "i2", (st.STEPS,)),
    ("ai_type", "i2", (st.AI_CARDS,)),
    ("ai_of", "i2", (st.AI_CARDS,)),  # the creature of a card
    ("ai_lines", "i2", (st.AI_TYPES, st.ENTRY_LINES)),
    ("ai_empowered", "i2", (st.AI_TYPES, st.ENTRY_LINES)),
    ("ai_stays", "i2", (st.AI_TYPES,)),
]

HERO: list[Field] = [
    ("h_initial", "i2", (st.HEROES,)),
    ("h_health", "i2", (st.HEROES, st.LEVELS)),
    ("h_kami", "i2", (st.HEROES,)),
    ("start_weapon", "i2", (st.HEROES, 2)),
    ("start_armour", "i2", (st.HEROES,)),
    ("start_item", "i2", (st.HEROES, 4)),
    ("start_coins", "i2", (st.HEROES,)),
    ("start_karma", "i2", (st.HEROES,)),
    ("start_affinity", "i2", (st.HEROES,)),
    ("pre_weapon", "i2", (st.LEVELS, st.HEROES, 2)),
    ("pre_armour", "i2", (st.LEVELS, st.HEROES)),
    ("pre_item", "i2", (st.LEVELS, st.HEROES, 4)),
    ("pre_affinity", "i2", (st.LEVELS,)),
    ("skill_of", "i2", (st.HEROES, st.LEVELS, 2)),
    ("sk_kind", "i2", (st.SKILLS,)),
    ("sk_ki", "i2", (st.SKILLS,)),
    ("sk_trait", "i2", (st.SKILLS,)),
    ("sk_list", "i2", (st.SKILLS,)),
    ("kami_kind", "i2", (st.KAMI, 3)),
    ("kami_affinity", "i2", (st.KAMI, 3)),
    ("kami_list", "i2", (st.KAMI, 3)),
    ("kami_mode", "i2", (st.KAMI,)),
    ("w_class", "i2", (st.WEAPON_TYPES,)),
    ("w_level", "i2", (st.WEAPON_TYPES,)),
    ("w_cost", "i2", (st.WEAPON_TYPES,)),
    ("w_range", "i2", (st.WEAPON_TYPES,)),
    ("w_fast", "i2", (st.WEAPON_TYPES, 2)),  # EMPTY: no such attack
    ("w_strong", "i2", (st.WEAPON_TYPES, 2)),
    ("w_list", "i2", (st.WEAPON_TYPES,)),
    ("ar_class", "i2", (st.ARMOUR_TYPES,)),
    ("ar_level", "i2", (st.ARMOUR_TYPES,)),
    ("ar_cost", "i2", (st.ARMOUR_TYPES,)),
    ("ar_resistance", "i2", (st.ARMOUR_TYPES,)),
    ("ar_list", "i2", (st.ARMOUR_TYPES,)),
    ("smith", "i2", (st.HEROES, st.SMITH)),  # the first card of each type of a class
    ("it_cost", "i2", (st.ITEM_TYPES,)),
    ("it_knowledge", "i2", (st.ITEM_TYPES,)),
    ("it_keyword", "i2", (st.ITEM_TYPES,)),
    ("it_uses", "i2", (st.ITEM_TYPES,)),
    ("it_list", "i2", (st.ITEM_TYPES,)),
]

CHAPTER: list[Field] = [
    ("ch_level", "i2", (st.CHAPTERS,)),
    ("ch_tier", "i2", (st.CHAPTERS,)),
    ("ch_zones", "i2", (st.CHAPTERS,)),
    ("ch_if", "i2", (st.CHAPTERS, st.ATOMS)),
    ("ch_op", "i2", (st.CHAPTERS, st.ATOMS)),
    ("ch_value", "i2", (st.CHAPTERS, st.ATOMS)),
    ("fail_if", "i2", (st.CHAPTERS, st.ATOMS)),
    ("fail_op", "i2", (st.CHAPTERS, st.ATOMS)),
    ("fail_value", "i2", (st.CHAPTERS, st.ATOMS)),
    ("ch_malice", "i2", (st.CHAPTERS, st.MAX_MALICE + 1)),
    ("ch_victory", "i2", (st.CHAPTERS,)),
    ("ground", "i2", (st.CHAPTERS, st.SQUARES)),
    ("height", "i2", (st.CHAPTERS, st.SQUARES)),
    ("zone_at", "i2", (st.CHAPTERS, st.SQUARES)),
    ("arrival", "i2", (st.CHAPTERS, st.ZONES_MAX, 4)),
    ("spawn_sq", "i2", (st.CHAPTERS, st.SPAWNS)),
    ("point_sq", "i2", (st.CHAPTERS, st.POINTS)),
    ("point_list", "i2", (st.CHAPTERS, st.POINTS)),
    ("point_keep", "i2", (st.CHAPTERS, st.POINTS)),
    ("door_sq", "i2", (st.CHAPTERS, st.DOORS, 2)),
    ("door_list", "i2", (st.CHAPTERS, st.DOORS)),
    ("door_to", "i2", (st.CHAPTERS, st.DOORS)),
    ("res_sq", "i2", (st.CHAPTERS, st.RESISTORS)),
    ("res_tokens", "i2", (st.CHAPTERS, st.RESISTORS)),
    ("res_living", "i2", (st.CHAPTERS, st.RESISTORS)),
    ("res_list", "i2", (st.CHAPTERS, st.RESISTORS)),
    ("res_interact", "i2", (st.CHAPTERS, st.RESISTORS)),
    ("z_ambush", "i2", (st.CHAPTERS, st.ZONES_MAX)),
    ("z_green", "i2", (st.CHAPTERS, st.ZONES_MAX)),
    ("z_red", "i2", (st.CHAPTERS, st.ZONES_MAX)),
    ("z_purple", "i2", (st.CHAPTERS, st.ZONES_MAX, 2)),  # event cards of a scripted zone
    ("z_special", "i2", (st.CHAPTERS, st.ZONES_MAX)),
    ("z_trigger", "i2", (st.CHAPTERS, st.ZONES_MAX)),
    ("z_enemies", "i2", (st.CHAPTERS, st.ZONES_MAX)),
    ("z_enemy", "i2", (st.CHAPTERS, st.ZONES_MAX, 8)),
    ("z_square", "i2", (st.CHAPTERS, st.ZONES_MAX, 8)),
    ("z_min", "i2", (st.CHAPTERS, st.ZONES_MAX, 8)),
    ("z_plus", "i2", (st.CHAPTERS, st.ZONES_MAX, 8)),
    ("ev_list", "i2", (st.EVENT_TYPES,)),
    ("ev_n", "i2", (st.EVENT_CARDS,)),
    ("ev_event", "i2", (st.EVENT_CARDS, st.EVENTS_PER_CARD)),
    ("ev_colour", "i2", (st.EVENT_CARDS,)),
    ("ev_tier", "i2", (st.EVENT_CARDS,)),
    ("bold", "i2", (13,)),  # 1 for a bold box of the Yomi track
    ("boxes", "i8"),
    ("judge", "f8", (len(JUDGED.words),)),
    ("way_n", "i2", (st.CHAPTERS,)),
    ("way_sort", "i2", (st.CHAPTERS, WAY_STEPS)),
    ("way_id", "i2", (st.CHAPTERS, WAY_STEPS)),
    ("way_zone", "i2", (st.CHAPTERS, WAY_STEPS)),
    ("way_far", "i2", (st.CHAPTERS, WAY_STEPS, st.SQUARES)),
]

PLAIN: list[Field] = [
    ("range", "i2", (st.ROWS, st.COLS)),  # squares entered between two squares so far apart
    ("white_hits", "i2", (FACES,)),
    ("white_mark", "i2", (FACES,)),
    ("black_hits", "i2", (FACES,)),
    ("black_mark", "i2", (FACES,)),
    ("focus_hits", "i2", (FACES,)),
    ("focus_result", "i2", (FACES,)),
]

BY_LEVEL = (st.DIFFICULTIES, st.CHAPTERS, st.HEROES)  # of difficulty, by chapter and number of samurai
DIFFICULTY: list[Field] = [  # what is added to
    ("df_health", "i2", BY_LEVEL),  # the health of a samurai
    ("df_hits", "i2", BY_LEVEL),  # the hits of an enemy
    ("df_party", "i2", BY_LEVEL),  # the number of samurai for whom enemies are placed
    ("df_team", "i2", (st.DIFFICULTIES, st.CHAPTERS, len(st.PARTIES))),  # the health of these samurai
]

TABLES = [*PLAIN, *EFFECT, *BOARD, *HERO, *CHAPTER, *DIFFICULTY]
