#!/usr/bin/env python3
"""Check the dice of a match that two hands made: python3 verify.py FILE
It checks that every line follows from the one before, every signature, every value
against its chain, who owed one when, and every face. It needs nothing but Python.
It knows no rules: see NOT_CHECKED. docs/hands.md says what it checks, to the byte."""
import hashlib, hmac, json, re, sys

NOT_CHECKED = """not checked: that the questions are those which the rules ask, and where ("at");
that actions are legal; how long a value was owed; the faces that players typed; whose
keys these are; and of a match that is not closed, that it ends here."""
PROTOCOL = b"loophole two hands 1"
FIELDS = {  # by kind, in their order; ? stands behind those that may be left out
    "act": "by text? sig", "close": "by consent sig", "reveal": "by value sig", "away": "by value sig", "forfeit": "by sig",
    "roll": "faces", "again": "faces", "ask": "by text? at clause? n die reading?", "rekey": "by key? end consent? sig", "typed": "by faces sig"}
TYPES = {"n": int, "die": int, "faces": list}  # and all others are texts
written = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

class Fault(Exception): """A line that does not hold."""
def need(holds, why):
    if not holds:
        raise Fault(why)
def digest(*fields):
    return hashlib.sha256(b"".join(len(f).to_bytes(4, "big") + f for f in (PROTOCOL, *fields))).digest()

def step(match, seat, value, steps=1):
    for _ in range(steps):
        value = digest(b"step", seat.encode(), match, value)
    return value
def faces(question, n, die, values):
    key = digest(b"dice", question.encode(), b"%dD%d" % (n, die), *values)
    found, block, bound = [], 0, 256 - 256 % die
    while len(found) < n:
        found, block = found + [1 + b % die for b in hmac.digest(key, block.to_bytes(4, "big"), "sha256") if b < bound], block + 1
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
        q, p, n = add(q, p) if n & 1 else q, add(p, p), n >> 1
    return q

def point(text):
    y = int.from_bytes(text, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x * pow(2, (P - 1) // 4, P) % P if (x * x - square) % P else x
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

def weak(key):  # Anybody can sign by a point of an order of 8 or less.
    p = point((int.from_bytes(key, "little") % 2**255 % P).to_bytes(32, "little"))
    return p is not None and times(8, p)[0] % P == 0

class Table:
    def __init__(self):
        self.sum, self.lines, self.rolls, self.signatures, self.done = "", 0, 0, 0, ""
        self.ask, self.known, self.out, self.hands, self.author, self.given = None, {}, set(), [], None, None

    def take(self, line):
        m = re.fullmatch(rb'(.*),"sum":"([0-9a-f]{64})"}', line, re.S)
        need(m, "it does not end in a checksum of 64 digits")
        raw, now = m[1] + b"}", m[2].decode()
        need(hashlib.sha256(self.sum.encode() + raw).hexdigest() == now, "its checksum does not hold")
        x = json.loads(raw)
        self.entry(x, raw, now) if self.lines else self.header(x, raw.decode())
        self.sum, self.lines = now, self.lines + 1

    def header(self, x, raw):
        head = '{"loophole":"hands","format":1,"terms":'
        end = json.JSONDecoder().raw_decode(raw, len(head))[1]
        plain = {"match": x["match"], "hands": [{k: h[k] for k in ("seat", "key", "end")} for h in x["hands"]], "away": x["away"], "wait": x["wait"]}
        self.values = x.get("values", "")
        need(self.values in ("act", "typed") and x["away"] == "forfeit" or "values" not in x, "it is not known what a value is good for")
        plain.update({"values": self.values} if self.values else {})
        need(raw == head + raw[len(head):end] + "," + written(plain)[1:], "it is not written as a header is")
        need(type(x["wait"]) is int and x["wait"] >= 0, "there is no time to wait")
        self.match = hashlib.sha256(raw[len(head):end].encode()).digest()
        need(self.match.hex() == x["match"], "the match is not the SHA-256 of its terms")
        self.away, seats = x["away"], [h["seat"] for h in x["hands"]]
        third = {"forfeit": [], "server": ["server"]}[self.away]
        need(all(seats) and len(set(seats + ["server"])) == 3 and seats[2:] == third, "these hands cannot play")
        for h in x["hands"]:
            self.hands.append({"seat": h["seat"]})
            self.give(self.hands[-1], h["key"], h["end"])

    def give(self, hand, key, end):
        need(re.fullmatch("[0-9a-f]{64}", end) and end not in self.out, "this end was out already, or is none")
        need(re.fullmatch("[0-9a-f]{64}", key) and not weak(bytes.fromhex(key)), "anybody can sign by this key, or it is none")
        need(all(h is hand or h.get("key") != key for h in self.hands), "two hands have one key")
        hand.update(key=key, last=bytes.fromhex(end), over=0)
        self.out.add(end)

    def owes(self):
        if self.ask is None or self.values == "typed" or self.question() in self.known:
            return None
        order = self.hands[1::-1] if self.values == "act" and self.author is self.hands[1] else self.hands[:2]
        return next((h for h in order if not h["value"] and h is not self.absent), None)

    def question(self):
        return tuple(self.ask.get(k) for k in ("at", "text", "clause", "n", "die", "reading"))

    def entry(self, x, raw, now):
        fields = [(f.strip("?"), f) for f in ("kind " + FIELDS.get(x.get("kind"), "")).split()]
        need(raw == written({k: x[k] for k, f in fields if k == f or x.get(k)}).encode(), "it is not written as an entry is")
        need(all(type(v) is TYPES.get(k, str) for k, v in [*x.items(), *(("n", f) for f in x.get("faces", []))]), "a field has a wrong type")
        need(not self.done, "nothing follows the end")
        kind, owes, me = x["kind"], self.owes(), next((h for h in self.hands if h["seat"] == x.get("by")), None)
        need(me or kind in ("roll", "again"), "there is no such seat")
        need(me not in self.hands[2:] or kind == "away", "the server has no seat")
        if "sig" in x:
            bare = raw[:-len(',"sig":"%s"}' % x["sig"])] + b"}"
            need(signed(x.get("key", me["key"]), x["sig"], digest(b"sign", self.sum.encode(), bare)), "it is not signed by " + me["seat"])
            other = self.hands[me is self.hands[0]]
            plain = bare.replace(b',"consent":"%s"' % x.get("consent", "").encode(), b"")
            agreed = "consent" in x and signed(other["key"], x["consent"], digest(b"consent", self.sum.encode(), plain))
            self.signatures += 1 + agreed
        need(self.ask is None or kind not in ("act", "close", "ask"), "the question before it has no faces yet")
        if kind == "act":
            self.author, self.given = me, None
        elif kind == "close":
            need(agreed, other["seat"] + " has not signed the end")
            self.done = "closed by both"
        elif kind == "ask":
            need(x["at"] and 1 <= x["n"] <= 1 << 16 and 2 <= x["die"] <= 100, "these dice cannot be rolled")
            self.ask, self.asked, self.absent = x, now, None
            for i, h in enumerate(self.hands):
                h["value"] = self.given[i] if self.given else b""
        elif kind in ("reveal", "away"):
            stands = kind == "away" and self.away == "server" and me is self.hands[-1] and not me.get("value")
            need(owes and (stands or kind == "reveal" and me is owes), "no value of it is owed")
            value = bytes.fromhex(x["value"]) if re.fullmatch("[0-9a-f]{64}", x["value"]) else b""
            need(step(self.match, me["seat"], value, 1 + me["over"]) == me["last"], "it is not the next value of the chain")
            me.update(last=value, value=value, over=0)
            self.out.add(x["value"])
            if stands:  # What is owed may be known by now: it is passed over.
                self.absent, owes["over"] = owes, owes["over"] + 1
        elif kind in ("roll", "again"):
            need(self.ask is not None and not owes, "no faces can be known yet")
            was = self.known.get(self.question())
            need(was or self.values != "typed", "nobody has typed these dice")
            want = was or faces(self.asked, self.ask["n"], self.ask["die"], [h["value"] for h in self.hands])
            need(kind == ("again" if was else "roll") and x["faces"] == want, "the faces are %s %s" % ("again" if was else "", want))
            self.given = [h["value"] for h in self.hands] if self.values == "act" and not was else self.given
            self.known[self.question()], self.ask, self.rolls = want, None, self.rolls + 1
        elif kind == "typed":
            need(self.values == "typed" and self.ask is not None and self.question() not in self.known and x["by"] == self.ask["by"], "nobody is to type dice here")
            need(len(x["faces"]) == self.ask["n"] and all(1 <= f <= self.ask["die"] for f in x["faces"]), "these are other dice")
            self.known[self.question()], self.ask, self.rolls = x["faces"], None, self.rolls + 1
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
    print("valid: %d lines, %d rolls, %d signatures; %s; checksum %s" % (table.lines, table.rolls, table.signatures, end, table.sum))
    print(NOT_CHECKED)
if __name__ == "__main__":
    need(len(sys.argv) == 2, __doc__)
    main(sys.argv[1])
