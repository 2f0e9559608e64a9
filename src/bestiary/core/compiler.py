"""How rules become machine code: each is translated once, and only what is called from outside is built.

Numba builds every function it compiles as if Python were to call it: wrapped for Python and for C, linked
with a copy of all that it calls, optimised with that copy, and turned into machine code. Of a thousand rules
that call each other that is the same work a hundred times over. Here a rule that other rules call is an
``Inner`` one: typed, and translated to LLVM's language, and no more. A ``Whole`` one, a loop that Python
calls, takes in what it calls, is optimised once and becomes machine code. The functions of the contract are
``Sealed``: the large ones are built once as well, and called by all loops, not copied into them.

Of inner and sealed rules the cache keeps by name what they call; whoever loads one finds those again.
"""

# Numba's insides have no types.
# mypy: disable-error-code="no-untyped-call, attr-defined, assignment, import-untyped"

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from llvmlite import binding as ll
from numba.core import caching, codegen, config, itanium_mangler
from numba.core import compiler as numba_compiler
from numba.core.environment import lookup_environment
from numba.core.runtime import rtsys

BUILD = "build"  # the attribute of a function that says which build of a game it is of
SMALL = 80_000  # bytes of a function of the contract and all it calls that are better copied than called
SIGNATURE = 3  # its place in what the cache keeps of a function
ENVIRONMENT = "_ZN08NumbaEnv"  # how names of what a function keeps of Python begin

Origin = tuple[str, str, tuple[Any, ...]]  # module, name, types of arguments


class Quiet:
    """A code generator for libraries that are not in the engine."""

    def __init__(self, real: Any) -> None:
        self._real = real

    def set_env(self, name: str, env: Any) -> None:
        """Nothing runs yet that could look for it."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


class Inner(codegen.JITCodeLibrary):
    """A rule that other rules call: its own code in LLVM's language, and what it calls."""

    origin: Origin
    built = False  # whether it is machine code, which is called where it is

    @property
    def codegen(self) -> Any:
        return Quiet(self._codegen)

    def finalize(self) -> None:
        self._raise_if_finalized()
        own = {f.name for f in self._final_module.functions if not f.is_declaration}
        self._take_in(one for one in dict.fromkeys(self._linking_libraries) if not isinstance(one, Inner))
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in own:
                function.linkage = "internal"  # Numba's own: other processes call others by the same names
        self._finalize_dynamic_globals()
        self._finalized = True

    def _take_in(self, libraries: Iterable[Any]) -> None:
        """Links a copy of some code."""
        for library in libraries:
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0

    @property
    def calls(self) -> list[Inner]:
        """The rules that it calls."""
        return [one for one in dict.fromkeys(self._linking_libraries) if isinstance(one, Inner)]

    def within(self) -> list[Inner]:
        """All rules that it comes to: what is called, directly or not, up to what is built already."""
        found: dict[Inner, None] = {}
        waiting = self.calls
        while waiting:
            one = waiting.pop()
            if one not in found and not one.built:
                found[one] = None
                waiting += one.calls
        return [*found]

    @cached_property
    def size(self) -> int:
        """The bytes of its own code in LLVM's language."""
        return len(self._final_module.as_bitcode())

    def needs(self) -> list[Origin]:
        """The rules that must be there before its code is taken from the cache."""
        return [one.origin for one in self.calls]

    def kept(self) -> Any:
        """What the cache keeps of the code."""
        return self._get_module_for_linking().as_bitcode()

    def restore(self, kept: Any) -> None:
        """Takes what the cache has kept."""
        self._final_module = self._shared_module = ll.parse_bitcode(kept)
        self._finalize_dynamic_globals()
        self._finalized = True


class Whole(Inner):
    """A rule with all that it calls, as machine code."""

    built = True

    @property
    def codegen(self) -> Any:
        return self._codegen

    def needs(self) -> list[Origin]:
        called = {one: None for inner in (self, *self.within()) for one in inner.calls}
        return [one.origin for one in called if one.built]

    def finalize(self) -> None:
        self._raise_if_finalized()
        others = (one for one in dict.fromkeys(self._linking_libraries) if not isinstance(one, Inner))
        self._take_in([*others, *self.within()])
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()
        self._set_environments()

    def _set_environments(self) -> None:
        for name in self._environments():
            env = lookup_environment(name)
            if env is not None:
                self._codegen.set_env(name, env)

    def _environments(self) -> list[str]:
        return [v.name for v in self._final_module.global_variables if v.name.startswith(ENVIRONMENT)]

    def get_pointer_to_function(self, name: str) -> int:
        found: int = codegen.JITCodeLibrary.get_pointer_to_function(self, name)
        return found

    def kept(self) -> Any:
        self._ensure_finalized()
        names = [f.name for f in self._final_module.functions if not f.is_declaration]
        return self._get_compiled_object(), names, self._environments()

    def restore(self, kept: Any) -> None:
        """The machine code as it was; Numba is told what is defined in it."""
        code, names, environments = kept
        self.enable_object_caching()
        self._set_compiled_object(code)
        self._finalize_final_module()
        self._codegen._engine._defined_symbols.update(names, environments)


class Sealed(Whole):
    """A function of the contract: machine code that rules call where it is; a small one is an inner rule."""

    @property
    def _kind(self) -> type[Inner]:
        return Whole if self.built else Inner

    @property
    def codegen(self) -> Any:
        return self._codegen if self.built else Quiet(self._codegen)

    def finalize(self) -> None:
        self.built = self.size + sum(one.size for one in self.within()) > SMALL
        self._kind.finalize(self)

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return self._kind.get_pointer_to_function(self, name)

    def needs(self) -> list[Origin]:
        return self._kind.needs(self)

    def kept(self) -> Any:
        return self.built, self._kind.kept(self)

    def restore(self, kept: Any) -> None:
        self.built, code = kept
        self._kind.restore(self, code)


def mangler(state: Any, kind: type[Inner]) -> Any:
    """How a rule is called in machine code: alike in every process, since they share what they compile.

    Numba counts functions and types as they come. Here the name is made of the build that the rule is of, of
    its own name and of the types of its arguments.
    """
    plain, build = state.targetctx.mangler, getattr(state.func_id.func, BUILD, "")
    own = f"{state.func_id.modname}.{state.func_id.func_qualname}"

    def named(name: str, types: Any, *, abi_tags: Any = (), uid: Any = None) -> str:
        if not build or name not in (own, f".NumbaEnv.{own}"):
            return str(plain(name, types, abi_tags=abi_tags, uid=uid))
        told = f"{build} {kind.__name__} {own} {' '.join(map(str, types))}"
        return str(
            itanium_mangler.mangle(name, (), abi_tags=(hashlib.sha256(told.encode()).hexdigest()[:24],))
        )

    return named


@cache
def pipeline(kind: type[Inner]) -> type[numba_compiler.CompilerBase]:
    """Numba's compiler, for rules of one kind."""

    class Lean(numba_compiler.Compiler):
        def define_pipelines(self) -> Any:
            state = self.state
            if state.library is None:
                name = state.func_id.func_qualname
                state.library = kind(state.targetctx.codegen(), name)
                state.library.origin = state.func_id.modname, name, tuple(state.args)
                state.targetctx.mangler = mangler(state, kind)
                if issubclass(kind, Whole):
                    state.library.enable_object_caching()
            return super().define_pipelines()

    return Lean


@cache
def kept_as(kind: type[Inner]) -> type[caching.Cache]:
    """The cache on disk, for rules of one kind."""

    class Impl(caching.CompileResultCacheImpl):
        def get_filename_base(self, fullname: str, abiflags: str) -> str:
            base: str = super().get_filename_base(fullname, abiflags)
            return f"{base}-{kind.__name__.lower()}"

        def reduce(self, result: Any) -> Any:
            library, described = result.library, result.fndesc
            described.typemap = described.calltypes = None
            envs = result._find_referenced_environments() if isinstance(library, Whole) else []
            return (
                (library.name, library.origin, library.needs(), library.kept()),
                *(described, result.environment, result.signature, result.reload_init, envs),
            )

        def rebuild(self, context: Any, payload: Any) -> Any:
            (name, origin, needs, code), described, environment, signature, again, envs = payload
            for call in again:
                call()
            try:
                called = [found(one) for one in needs]
            except (KeyError, AttributeError):
                return None  # what it calls is not there under its name: compiled anew
            library = kind(context.codegen(), name)
            library.origin, library._linking_libraries = origin, called
            library.restore(code)
            if kind is Whole and not library.get_pointer_to_function(described.llvm_cpython_wrapper_name):
                return None  # what was kept is not this rule
            entry = context.get_executable(library, described, environment)
            for env in envs:
                library.codegen.set_env(env.env_name, env)
            return numba_compiler.compile_result(
                target_context=context,
                typing_context=context.typing_context,
                library=library,
                environment=environment,
                entry_point=entry,
                fndesc=described,
                type_annotation="",
                signature=signature,
                objectmode=False,
                lifted=(),
                reload_init=again,
                referenced_envs=envs,
            )

    class Kept(caching.Cache):
        _impl_class = Impl

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            """Numba would first wake all that it compiles with, SciPy included: a third of a second. Compiled
            code needs only what it calls while it runs."""
            rtsys.initialize(target_context)
            with self._guard_against_spurious_io_errors():
                return self._load_overload(sig, target_context)

        def _load_overload(self, sig: Any, target_context: Any) -> Any:
            """Numba writes the index before the code, so that two processes at once can mix them up."""
            kept = self._cache_file.load(self._index_key(sig, target_context.codegen()))
            if kept is None or kept[SIGNATURE].args != tuple(getattr(sig, "args", sig)):
                return None
            return self._impl.rebuild(target_context, kept)

    return Kept


class Late(caching._Cache):
    """The place of a rule on the disk, looked for when it is first needed: most rules are never."""

    def __init__(self, fn: Any, kind: type[Inner], folder: Path) -> None:
        self._fn, self._kind, self._folder = fn, kind, folder
        self._real: Any = None

    def real(self) -> Any:
        """Numba's own cache; one that keeps nothing where the folder cannot be written."""
        if self._real is None:
            before, config.CACHE_DIR = config.CACHE_DIR, str(self._folder)
            try:
                # Numba would turn to a folder beside the sources, which no fingerprint keeps apart.
                self._folder.mkdir(parents=True, exist_ok=True)
                if not os.access(self._folder, os.W_OK):
                    raise OSError(f"{self._folder} cannot be written")
                self._real = kept_as(self._kind)(self._fn)
            except (OSError, RuntimeError):  # no writable cache folder: compile in memory
                self._real = caching.NullCache()
            finally:
                config.CACHE_DIR = before
        return self._real

    def signatures(self) -> list[Any]:
        """What there is of it on the disk."""
        real = self.real()
        return [] if real.cache_path is None else [key[0] for key in real._cache_file._load_index()]

    @property
    def cache_path(self) -> Any:
        return self.real().cache_path

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        return self.real().load_overload(sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        self.real().save_overload(sig, data)

    def enable(self) -> None:
        self.real().enable()

    def disable(self) -> None:
        self.real().disable()

    def flush(self) -> None:
        self.real().flush()


def found(origin: Origin) -> Inner:
    """The code of a rule that another one calls, by its name."""
    module, name, args = origin
    inner = getattr(sys.modules[module], name).inner()
    inner.compile(args)
    library: Inner = inner.overloads[args].library
    return library
