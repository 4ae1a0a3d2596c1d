"""loophole from Python, by ctypes. It needs the standard library and libloophole.so only."""

import ctypes
import json
import os
import sys
from ctypes import POINTER, c_char_p, c_float, c_int32, c_int64, c_uint64, c_void_p

FIRST_WON, SECOND_WON, DRAWN = 2, 3, 4


class Error(Exception):
    """An error of the library. Its reasons say why something is illegal. Its assumes are
    the uncertain values that a strict question uses."""

    def __init__(self, answer):
        super().__init__(answer.get("error", "the rules do not allow this"))
        self.reasons = answer.get("reasons", [])
        self.assumes = answer.get("assumes", [])


def _load():
    suffix = {"darwin": "dylib", "win32": "dll"}.get(sys.platform, "so")
    folder = os.path.dirname(os.path.abspath(__file__))
    lib = ctypes.CDLL(os.environ.get("LOOPHOLE_LIBRARY") or os.path.join(folder, "libloophole." + suffix))
    texts = {"version": [], "odds": [c_char_p], "dice": [c_char_p], "new_game": [c_char_p], "legal": [c_int64],
             "step": [c_int64, c_char_p], "outcomes": [c_int64, c_char_p], "observe": [c_int64, c_int32],
             "result": [c_int64], "error": [c_int32]}
    numbers = {"status": [c_int64], "count": [c_int64], "play": [c_int64, c_int32], "reset": [c_int64, c_uint64],
               "features": [c_int64, c_int32, POINTER(c_float), c_int32], "free": [c_int64]}
    for names, result in ((texts, c_void_p), (numbers, c_int32), ({"clone": [c_int64]}, c_int64)):
        for name, arguments in names.items():
            function = getattr(lib, "loophole_" + name)
            function.argtypes, function.restype = arguments, result
    lib.loophole_free_string.argtypes, lib.loophole_free_string.restype = [c_void_p], None
    return lib


_lib = _load()


def text(name, *arguments):
    """Calls a function that returns text, and returns its bytes. The text is given up."""
    arguments = [a.encode() if isinstance(a, str) else a for a in arguments]
    pointer = getattr(_lib, "loophole_" + name)(*arguments)
    try:
        return ctypes.string_at(pointer)
    finally:
        _lib.loophole_free_string(pointer)


def call(name, *arguments):
    """Calls a function that returns text, and returns the value of its JSON."""
    answer = json.loads(text(name, *arguments))
    if "error" in answer or answer.get("legal") is False:
        raise Error(answer)
    return answer


def _checked(number):
    if number < 0:
        raise Error(json.loads(text("error", number)))
    return number


def version():
    return call("version")["version"]


def odds(ruleset, procedure, **request):
    """Exact odds: odds("tideofiron", "attack", words=["dice=19", "level=1"]). With trials=100000 it
    estimates them."""
    return call("odds", json.dumps({"ruleset": ruleset, "procedure": procedure, **request}))


def dice(expression):
    """Exact odds of any dice: dice("4d6kh3 >= 16")."""
    return call("dice", expression)


class Game:
    """A game. Its request has a scenario or the text of one, and may have house rules and a seed."""

    def __init__(self, **request):
        self.handle = 0
        facts = call("new_game", json.dumps(request))
        self.handle, self.sides, self.hidden = facts["game"], facts["sides"], facts["hidden"]
        self.seed, self._buffer = facts["seed"], (c_float * facts["features"])()

    def __del__(self):
        if self.handle:
            _lib.loophole_free(self.handle)
            self.handle = 0

    def clone(self):
        """A copy with the state of the dice."""
        copy = object.__new__(Game)
        copy.handle = 0
        copy.handle = _checked(_lib.loophole_clone(self.handle))
        copy.sides, copy.hidden, copy.seed = self.sides, self.hidden, self.seed
        copy._buffer = (c_float * len(self._buffer))()
        return copy

    def reset(self, seed):
        _checked(_lib.loophole_reset(self.handle, seed))

    def status(self):
        """The side to decide, 0 or 1, or FIRST_WON, SECOND_WON, DRAWN."""
        return _checked(_lib.loophole_status(self.handle))

    def count(self):
        """The number of legal actions, or of options of an open decision."""
        return _checked(_lib.loophole_count(self.handle))

    def play(self, index):
        """Plays an action by its index, and returns the new status."""
        return _checked(_lib.loophole_play(self.handle, index))

    def features(self, side):
        """What a side may know, as a tuple of numbers."""
        _checked(_lib.loophole_features(self.handle, side, self._buffer, len(self._buffer)))
        return tuple(self._buffer)

    def legal(self):
        return call("legal", self.handle)

    def step(self, action):
        """Plays an action by its text or its index, and tells what has become of the game."""
        return call("step", self.handle, str(action))

    def outcomes(self, action):
        """The positions that an action may lead to, with exact weights."""
        return call("outcomes", self.handle, str(action))

    def observe(self, side):
        """What a side may know."""
        return call("observe", self.handle, side)

    def result(self):
        return call("result", self.handle)
