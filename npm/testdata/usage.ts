// It is only type-checked.
import { type Answer, type Estimate, type Match, Problem, load } from 'loophole-umpire';

const loophole = await load({ changed: (id: string, file: Uint8Array | null) => console.log(id, file?.length) });
const exact: Answer = await loophole.odds({
  ruleset: 'tideofiron',
  procedure: 'attack',
  set: { dice: 9, lead: { mgs: 1 } },
});
const fraction: string | undefined = exact.events[0]?.p;
const estimate: Estimate = await loophole.odds({ ruleset: 'tideofiron', procedure: 'attack', trials: 100, seed: 1n });
const match: Match = await loophole.match({ ruleset: 'tideofiron', scenario: 'row', seats: [null, 'cautious'] });
const state = await match.wait();
if (state.begun?.question?.kind === 'choice') await match.answer({ option: 0 });
for (const { line } of (await match.actions()).groups.flatMap(g => g.actions))
  console.log((await match.odds(line)).events);
const hint = await match.hint((await match.actions()).groups[0].actions[0].line);
console.log(hint.actions[0]?.chance, hint.asked?.behind, (await match.step(0)).words);
for await (const { event, data } of match.events({ from: 0 })) console.log(event, data);
try {
  await match.play('fly away');
} catch (error) {
  if (error instanceof Problem)
    console.log(
      error.kind,
      error.reasons.map(r => r.clause),
      error.errors[0]?.location,
    );
}
if ((await match.resign()).state.over?.winner) console.log((await match.analysis({ luck: 'only' })).adjusted);
for (const { better, resigned } of (await loophole.analysis(await match.file())).actions) console.log(better, resigned);
console.log(fraction, estimate.n, (await loophole.dice('d6')).number?.mean);

// @ts-expect-error A question has a procedure.
await loophole.odds({ ruleset: 'tideofiron' });
// @ts-expect-error There is no such answer to a question.
await match.answer({ dice: 6 });
// @ts-expect-error A record is text or bytes.
await loophole.analysis({ record: '' });
