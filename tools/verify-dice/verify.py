#!/usr/bin/env python3
"""Check the dice of a match that two hands made: python3 verify.py FILE

It checks that every line follows from the one before, every signature, every value
against its chain, who owed one when, and every face. It needs nothing but Python.
It knows no rules: see NOT_CHECKED. docs/hands.md says what it checks, to the byte."""
import hashlib, hmac, json, re, sys

NOT_CHECKED = """not checked: that the questions are those which the rules ask, and where ("at");
that actions are legal; how long a value was owed; whose keys these are, which the
players compare by another way; and of a match that is not closed, that it ends here."""
PROTOCOL = b"loophole two hands 1"
FIELDS = {  # by kind: fields that it has, and those that it may have besides
    "act": ("by sig", "text"), "close": ("by consent sig", ""), "reveal": ("by value sig", ""),
    "away": ("by value sig", ""), "forfeit": ("by sig", ""), "roll": ("faces", ""), "again": ("faces", ""),
    "ask": ("by at n die", "text clause reading"), "rekey": ("by end sig", "key consent")}

class Fault(Exception):
    pass

def need(holds, why):
    if not holds:
        raise Fault(why)

def digest(*fields):
    return hashlib.sha256(b"".join(len(f).to_bytes(4, "big") + f for f in (PROTOCOL, *fields))).digest()

def step(match, seat, value):
    return digest(b"step", seat.encode(), match, value)

def faces(question, n, die, values):
    key = digest(b"dice", question.encode(), b"%dD%d" % (n, die), *values)
    found, block, bound = [], 0, 256 - 256 % die
    while len(found) < n:
        found += [1 + b % die for b in hmac.digest(key, block.to_bytes(4, "big"), "sha256") if b < bound]
        block += 1
    return found[:n]

# Ed25519 (RFC 8032): points are (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z.
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P

def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P

def times(n, p):
    q = (0, 1, 1, 0)
    while n:
        if n & 1:
            q = add(q, p)
        p, n = add(p, p), n >> 1
    return q

def point(text):
    y = int.from_bytes(text, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P

BASE = point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))

def signed(key, sig, text):
    if not re.fullmatch("[0-9a-f]{128}", sig or "") or not re.fullmatch("[0-9a-f]{64}", key):
        return False
    key, sig = bytes.fromhex(key), bytes.fromhex(sig)
    a, r, s = point(key), point(sig[:32]), int.from_bytes(sig[32:], "little")
    if a is None or r is None or s >= L:
        return False
    h = int.from_bytes(hashlib.sha512(sig[:32] + key + text).digest(), "little") % L
    p, q = times(s, BASE), add(r, times(h, a))
    return (p[0] * q[2] - q[0] * p[2]) % P == 0 and (p[1] * q[2] - q[1] * p[2]) % P == 0

def once(pairs):
    need(len({k for k, _ in pairs}) == len(pairs), "a field stands twice")
    return dict(pairs)

class Table:
    def __init__(self):
        self.sum, self.lines, self.rolls, self.signatures, self.done = "", 0, 0, 0, ""
        self.ask, self.known, self.out, self.hands = None, {}, set(), []

    def take(self, line):
        m = re.fullmatch(rb'(.*),"sum":"([0-9a-f]{64})"}', line, re.S)
        need(m, "it does not end in a sum of 64 digits")
        raw, now = m[1] + b"}", m[2].decode()
        need(hashlib.sha256(self.sum.encode() + raw).hexdigest() == now, "its sum does not hold")
        x = json.loads(raw, object_pairs_hook=once)
        if self.lines:
            self.entry(x, raw, now)
        else:
            self.header(x, raw.decode())
        self.sum, self.lines = now, self.lines + 1

    def header(self, x, raw):
        need(x.get("loophole") == "hands" and x.get("format") == 1, "it is not the header of format 1")
        head = '{"loophole":"hands","format":1,"terms":'
        need(raw.startswith(head), "it is not written as a header is")
        end = json.JSONDecoder().raw_decode(raw, len(head))[1]
        self.match = hashlib.sha256(raw[len(head):end].encode()).digest()
        need(self.match.hex() == x["match"], "the match is not the SHA-256 of its terms")
        self.away, seats = x["away"], [h["seat"] for h in x["hands"]]
        need(self.away in ("forfeit", "server") and len(set(seats)) == len(seats), "its hands are not lawful")
        need(len(seats) == (3 if self.away == "server" else 2), "there is a hand too many or too few")
        need([s for s in seats if s == "server"] == seats[2:], "the third hand is the server's, and no other")
        for h in x["hands"]:
            self.hands.append({"seat": h["seat"]})
            self.give(self.hands[-1], h["key"], h["end"])

    def give(self, hand, key, end):
        need(re.fullmatch("[0-9a-f]{64}", end) and end not in self.out, "this end was out already, or is none")
        need(all(h is hand or h.get("key") != key for h in self.hands), "two hands have one key")
        hand.update(key=key, last=bytes.fromhex(end))
        self.out.add(end)

    def owes(self):
        if self.ask is None or self.question() in self.known:
            return None
        return next((h for h in self.hands[:2] if not h["value"] and h is not self.absent), None)

    def question(self):
        return tuple(self.ask.get(k) for k in ("at", "text", "clause", "n", "die", "reading"))

    def entry(self, x, raw, now):
        must, may = (s.split() for s in FIELDS.get(x.get("kind"), ("?", "")))
        need(not self.done, "nothing follows the end")
        need(set(must) <= set(x) - {"kind"} <= set(must + may), "its fields are not those of its kind")
        kind, owes, me = x["kind"], self.owes(), next((h for h in self.hands if h["seat"] == x.get("by")), None)
        need(me or kind in ("roll", "again"), "there is no such seat")
        need(me not in self.hands[2:] or kind == "away", "the server has no seat")
        if "sig" in x:
            tail = ',"sig":"%s"}' % x["sig"]
            need(raw.endswith(tail.encode()), "the signature is not its last field")
            bare = raw[:-len(tail)] + b"}"
            need(signed(x.get("key", me["key"]), x["sig"], digest(b"sign", self.sum.encode(), bare)), "it is not signed by " + me["seat"])
            other = self.hands[me is self.hands[0]]
            plain = bare.replace(b',"consent":"%s"' % x.get("consent", "").encode(), b"")
            agreed = "consent" in x and signed(other["key"], x["consent"], digest(b"consent", self.sum.encode(), plain))
            self.signatures += 1 + agreed
        if kind in ("act", "close", "ask"):
            need(self.ask is None, "the question before it has no faces yet")
        if kind == "close":
            need(agreed, other["seat"] + " has not signed the end")
            self.done = "closed by both"
        elif kind == "ask":
            need(x["at"] and 1 <= x["n"] <= 1 << 16 and 2 <= x["die"] <= 100, "these dice cannot be rolled")
            self.ask, self.asked, self.absent = x, now, None
            for h in self.hands:
                h["value"] = b""
        elif kind in ("reveal", "away"):
            stands = kind == "away" and self.away == "server" and me is self.hands[-1] and not me.get("value")
            need(owes and (stands or kind == "reveal" and me is owes), "no value of it is owed")
            need(re.fullmatch("[0-9a-f]{64}", x["value"]), "it is no value")
            value = bytes.fromhex(x["value"])
            need(step(self.match, me["seat"], value) == me["last"], "it is not the next value of the chain")
            me["last"] = me["value"] = value
            self.out.add(x["value"])
            self.absent = owes if stands else self.absent
        elif kind in ("roll", "again"):
            need(self.ask is not None and not owes, "no faces can be known yet")
            was = self.known.get(self.question())
            want = was or faces(self.asked, self.ask["n"], self.ask["die"], [h["value"] for h in self.hands])
            need(kind == ("again" if was else "roll") and x["faces"] == want, "the faces are %s %s" % ("again" if was else "", want))
            self.known[self.question()], self.ask, self.rolls = want, None, self.rolls + 1
        elif kind == "forfeit":
            need(self.away == "forfeit" and owes is other, "nothing is owed that could lose the game")
            self.done = "lost by %s, who owed a value" % owes["seat"]
        elif kind == "rekey":
            need(self.ask is None or me is owes, "it has given its value for the open question")
            need(agreed or "key" not in x and self.ask is None, other["seat"] + " has not consented")
            self.give(me, x.get("key", me["key"]), x["end"])

def main(name):
    table = Table()
    with open(name, "rb") as f:
        for line in f:
            try:
                need(line.endswith(b"\n"), "the file ends in the middle of it")
                table.take(line[:-1])
            except (Fault, KeyError, TypeError, ValueError) as why:
                sys.exit("line %d: %s" % (table.lines + 1, why))
    need(table.lines, "the file is empty")
    owes = table.owes()
    end = table.done or ("%s owes a value" % owes["seat"] if owes else "not closed")
    print("holds: %d lines, %d rolls, %d signatures; %s; sum %s" % (table.lines, table.rolls, table.signatures, end, table.sum))
    print(NOT_CHECKED)

if __name__ == "__main__":
    need(len(sys.argv) == 2, __doc__)
    main(sys.argv[1])
