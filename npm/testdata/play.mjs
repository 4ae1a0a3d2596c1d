// It uses the package as others do, and prints what the Go test compares.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Loophole, Match, Problem, load } from 'loophole-umpire';

const kept = new Map();
const changed = (id, file) => (file ? kept.set(id, file) : kept.delete(id));
const loophole = await load({ changed });

// The odds of the first example of each procedure of each rulebook.
const asked = [];
for (const { ruleset } of await loophole.ask('GET', '/rulesets')) {
  const { procedures } = await loophole.ask('GET', `/rulesets/${ruleset}`);
  for (const procedure of procedures) {
    const { examples } = await loophole.ask('GET', `/rulesets/${ruleset}/procedures/${procedure}`);
    const answer = await loophole.odds({ ruleset, procedure, example: examples[0].name });
    assert.equal(answer.procedure, procedure);
    // The situation of an answer asks the same question again.
    assert.deepEqual(await loophole.odds({ ruleset, procedure, set: answer.situation }), answer);
    asked.push({ ruleset, procedure, example: examples[0].name, answer });
  }
}

// Each parameter of a question.
const attack = { ruleset: 'tideofiron', procedure: 'attack' };
const plain = await loophole.odds({ ...attack, set: ['dice=9', 'level=1'] });
assert.deepEqual(await loophole.odds({ ...attack, set: { dice: 9, level: 1 } }), plain);
const house = await loophole.odds({ ...attack, set: { dice: 9, level: 1 }, house: { facts: { 'defence.block': 4 } } });
assert.notEqual(house.house, plain.house);
const read = await loophole.odds({ ...attack, set: { dice: 9, level: 1 }, ruling: { halving: 'before' } });
assert.ok(read.house !== plain.house && read.house !== house.house);
const example = await loophole.odds({ ...attack, example: 'worked', events: ['destroyed'] });
assert.deepEqual(
  example.events.map(e => e.name),
  ['destroyed'],
);
const floats = await loophole.odds({ ...attack, example: 'worked', events: 'destroyed', floats: true });
assert.equal(floats.events[0].p, undefined);
assert.ok(Math.abs(floats.events[0].float - example.events[0].float) < 1e-12);
const estimate = await loophole.odds({ ...attack, example: 'worked', trials: 1000, seed: 18446744073709551615n });
assert.deepEqual([estimate.n, estimate.seed, estimate.exact], [1000, '18446744073709551615', false]);
const melee = await loophole.odds({ ruleset: 'd20skirmish', procedure: 'melee', example: 'helmets', rounds: 8 });
assert.equal(melee.within[0].events[0].chances.length, 9);
assert.equal((await loophole.dice('4d6kh3 >= 16')).chance.p, '169/1296');

// Problems.
const problem = async promise => {
  const error = await promise.then(
    () => assert.fail('no problem'),
    e => e,
  );
  assert.ok(error instanceof Problem && error instanceof Error);
  return error;
};
let e = await problem(loophole.odds({ ...attack, set: { dice: 9, board: 'other' } }));
assert.deepEqual([e.kind, e.status, e.reasons[0].clause], ['illegal', 422, 'scope.boards']);
e = await problem(loophole.odds({ ...attack, set: { level: 'x' } }));
assert.deepEqual([e.kind, e.errors[0].location], ['invalid', 'query.set.level']);
e = await problem(loophole.odds({ ...attack, example: 'worked', strict: true }));
assert.ok(e.lacks.length > 0 && e.detail.includes('not published with certainty'));
e = await problem(loophole.odds({ ...attack, trials: -1 }));
assert.deepEqual([e.kind, e.errors[0].location], ['invalid', 'query.trials']);
e = await problem(loophole.ask('GET', '/nothing'));
assert.deepEqual([e.kind, e.status], ['no-route', 404]);
await assert.rejects(loophole.odds({ ...attack, word: 'x' }), /a question has no word/);

// A whole game against a policy, twice with one seed.
async function game() {
  const match = await loophole.match({ ruleset: 'tideofiron', scenario: 'row', seats: [null, 'random'], seed: 7 });
  for (let n = 0; ; n++) {
    const state = await match.wait();
    if (state.over) return match;
    if (state.begun) {
      await match.answer(state.begun.question.kind === 'choice' ? { option: 0 } : { roll: true });
      continue;
    }
    assert.equal(state.turn, match.seat);
    const lines = (await match.actions()).groups.flatMap(g => g.actions).filter(a => a.allowed);
    const { line } = lines[(7 * n) % lines.length];
    if (n === 0) {
      assert.ok((await match.odds(line)).exact);
      assert.equal((await problem(match.play('fly away'))).kind, 'unknown-action');
      const before = state.position;
      await match.play(line, { position: before });
      await match.undo();
      assert.equal((await match.state()).position, before);
      await match.redo();
      assert.equal((await problem(match.play(line, { position: before }))).kind, 'moved-on');
      continue;
    }
    await match.play(line);
  }
}
const [first, second] = [await game(), await game()];
const record = await first.file();
const actions = list => list.filter(x => x.kind === 'action').map(x => x.action);
assert.deepEqual(actions(await first.record()), actions(await second.record()));
assert.equal((await first.state()).over.winner, (await second.state()).over.winner);

// The analysis of a match, and of its record.
const [played, whole] = [await first.analysis(), await loophole.analysis(record)];
assert.deepEqual(whole, played);
const { over } = await first.state();
assert.deepEqual([whole.over, whole.winner ?? ''], [true, over.winner]);
// Without luck, the result is the one at the end less the luck of all actions.
const luck = whole.actions.reduce((sum, a) => sum + a.luck, 0);
assert.ok(Math.abs(whole.end - luck - whole.adjusted) < 1e-9);
const quick = await loophole.analysis(new TextEncoder().encode(record), { luck: 'only' });
assert.equal(quick.actions.length, whole.actions.length);
e = await problem(loophole.analysis(record.replace(/"faces":\[\d/, '"faces":[0')));
assert.equal(e.status, 422);
const start = await first.step(0);
assert.deepEqual([start.n, start.of, start.entries], [0, whole.actions.length, []]);
assert.equal((await first.step(start.of)).position, (await first.state()).position);
assert.equal((await problem(first.step(start.of + 1))).kind, 'no-step');
assert.equal((await problem(first.hint())).kind, 'over');

// Resigning ends a match at once: of a seat for its own side, and of the table for the side that it names.
const given = await loophole.match({ ruleset: 'tideofiron', scenario: 'row', seats: [null, 'random'], seed: 7 });
await given.wait();
const { line } = (await given.actions()).groups.flatMap(g => g.actions).find(a => a.allowed);
const hint = await given.hint(line);
assert.deepEqual([hint.ready, hint.side, hint.asked.action], [true, given.seat, line]);
assert.ok(hint.actions[0].behind === 0 && hint.asked.behind >= 0);
assert.equal((await problem(given.analysis())).kind, 'not-over');
assert.equal((await problem(given.resign(given.sides[1]))).kind, 'not-yours');
assert.equal((await problem(given.as('spectator').resign(given.sides[0]))).kind, 'spectator');
const gone = await given.resign();
assert.deepEqual([gone.entries.at(-1).kind, gone.state.over.winner], ['resign', given.sides[1]]);
assert.deepEqual((await given.wait()).over, gone.state.over);
assert.equal((await problem(given.resign())).kind, 'over');
const analysed = (await given.analysis({ luck: 'only' })).actions;
assert.deepEqual([analysed.length, analysed[0].resigned, analysed[0].side], [1, true, given.sides[0]]);
const both = await loophole.match({ ruleset: 'tideofiron', scenario: 'row' });
await assert.rejects(both.resign(), /resign needs the side that resigns: German or Soviet/);
assert.equal((await both.resign('German')).state.over.winner, 'Soviet');

// Events end when the match is deleted.
const heard = [];
const listening = (async () => {
  for await (const event of second.events({ from: 0 })) heard.push(event);
})();
await second.delete();
await listening;
assert.equal(kept.has(second.id), false);

// A match of two persons at one caller, its dice typed.
const table = await loophole.match({ ruleset: 'tideofiron', scenario: 'row', dice: ['typed', 'typed'] });
assert.equal(table.seat, 'table');
const events = table.events();
const next = async wanted => {
  for (;;) {
    const { value, done } = await events.next();
    assert.ok(!done);
    if (value.event === wanted) return value;
  }
};
await next('state');
let rolled = 0;
while (rolled === 0) {
  const state = await table.wait();
  assert.ok(!state.over, 'the game has no dice');
  if (state.begun) {
    const { kind, many } = state.begun.question;
    assert.equal((await problem(table.resign('German'))).kind, 'open');
    const played = await table.answer(kind === 'choice' ? { option: 0 } : { faces: Array(many).fill(1) });
    const roll = played.entries.find(x => x.kind === 'roll');
    if (roll) rolled = roll.faces.length;
    continue;
  }
  const lines = (await table.actions()).groups.flatMap(g => g.actions).filter(a => a.allowed);
  await table.play((lines.find(a => a.type === 'fire') || lines[lines.length - 1]).line);
}
assert.equal((await next('entry')).data.kind, 'action');
await events.return();

// A copy goes on elsewhere, and what was kept is restored with its tokens.
const position = async m => (await m.state()).position;
const elsewhere = await load({ restore: [...kept.values()] });
const again = await elsewhere.open(table.id, table.tokens);
assert.ok(again instanceof Match && elsewhere instanceof Loophole);
assert.equal(await position(again), await position(table));
assert.equal(await position(again.as('spectator')), await position(table));
const third = await load();
const brought = await third.keep(await table.copy());
assert.equal(await position(brought), await position(table));
third.close();
await assert.rejects(third.dice('d6'), /has stopped/);
await assert.rejects(loophole.match({ ruleset: 'tideofiron', scenario: 'blok' }), Problem);

// The form for browsers starts the same program.
globalThis.fetch = async at =>
  new Response(await readFile(at), { status: 200, headers: { 'Content-Type': 'application/octet-stream' } });
const browser = await import(new URL('browser.js', import.meta.resolve('loophole-umpire')));
const inBrowser = await browser.load();
assert.deepEqual(await inBrowser.odds({ ...attack, example: 'worked', events: ['destroyed'] }), example);

const members = of => Object.getOwnPropertyNames(of.prototype).filter(name => name !== 'constructor');
console.log(
  JSON.stringify({
    asked,
    record,
    resigned: await given.file(),
    heard: heard.length,
    version: loophole.version,
    members: { Loophole: members(Loophole), Match: members(Match) },
  }),
);
