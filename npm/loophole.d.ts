/** The form of a value in a situation or in house rules. Objects and lists become paths. */
export type Value = string | number | bigint | boolean | Values | Value[];
export interface Values {
  [key: string]: Value | undefined;
}

/** A question to a procedure of a rulebook. */
export interface Question {
  ruleset: string;
  procedure: string;
  /** Keys of the situation: an object, or a list of `KEY=VALUE`. */
  set?: Values | string[];
  /** The name of an example of the procedure to begin with. */
  example?: string;
  /** Values of the house rules by path, or a list of `PATH=VALUE`. */
  house?: Values | string[];
  /** Readings of rulings by name, or a list of `NAME=READING`. */
  ruling?: Record<string, string> | string[];
  /** Only these events. */
  events?: string | string[];
  /** Also the chance of each event within each number of rounds up to this one. */
  rounds?: number;
  /** Begin at this state of a round instead of the beginning. */
  from?: Values | string[];
  /** Compute with float64 instead of fractions. */
  floats?: boolean;
  /** Reject values that are not published with certainty. */
  strict?: boolean;
  /** Estimate by this number of trials. The answer is an `Estimate`. */
  trials?: number;
  /** The seed of the trials; 0 if left out. */
  seed?: number | bigint | string;
}

export interface Chance {
  name: string;
  /** Of an event of a game: its meaning in a sentence. */
  says?: string;
  /** An exact fraction, `a/b`; left out for floats. */
  p?: string;
  float: number;
}

export interface ExplanationLine {
  kind: string;
  text: string;
  clause: string;
  [field: string]: unknown;
}

export interface HouseValue {
  name: string;
  value: number;
  [field: string]: unknown;
}

export interface Measure {
  unit: string;
  mean?: string;
  float: number;
  sd: number;
  median: number;
  mode: number;
  distribution: { value: number; p?: string; float: number }[];
}

/** An exact answer: the output of `loophole odds --json`. */
export interface Answer {
  ruleset: string;
  procedure: string;
  situation: Record<string, unknown>;
  exact: boolean;
  method?: string;
  events: Chance[];
  outcomes: { outcome: Record<string, unknown>; p?: string; float: number }[];
  expected: { measures: Record<string, Measure>; visits: Record<string, { mean?: string; float: number }> };
  from?: { checkpoint: string; values: Record<string, unknown> };
  rounds: string[];
  within?: { checkpoint: string; events: { name: string; chances: { p?: string; float: number }[] }[] }[];
  explanation: ExplanationLine[];
  assumes: HouseValue[];
  rulings: Record<string, string>;
  values: HouseValue[];
  /** The hash of the house rules. */
  house: string;
}

/** An answer by trials. */
export interface Estimate {
  ruleset: string;
  procedure: string;
  situation: Record<string, unknown>;
  exact: false;
  n: number;
  seed: string;
  generator: string;
  partial: boolean;
  events: { name: string; estimate: number; stderr: number; low: number; high: number }[];
  outcomes: { outcome: Record<string, unknown>; estimate: number; count: number }[];
  expected: { measures: Record<string, Record<string, unknown>> };
  explanation: ExplanationLine[];
  assumes: HouseValue[];
  rulings: Record<string, string>;
  values: HouseValue[];
  house: string;
}

/** The exact answer to a dice expression. */
export interface DiceAnswer {
  expression: string;
  /** Of a comparison: the chance that it is true. */
  chance?: { p?: string; float: number };
  /** The distribution of a number. */
  number?: Measure;
  /** Of `a vs b`: the chances of loses, ties and wins. */
  names?: Chance[];
  /** Assumptions that the expression does not state. */
  notes: string[];
}

/** Who plays a side: a person, or a policy such as `cautious` or `sergeant`. */
export interface Seat {
  player?: string;
  policy?: string;
  invite?: boolean;
}

export interface MatchOptions {
  ruleset?: string;
  /** The name of a bundled scenario. */
  scenario?: string;
  /** A scenario file as text, instead of its name. */
  yaml?: string;
  /** The players of the first and the second side. A text is the name of a policy; null is a person. */
  seats?: (Seat | string | null)[];
  /** The seed of dice and policies. Without one, nobody can foresee the dice. */
  seed?: number | bigint | string;
  /** Who rolls for each side at first. */
  dice?: ('program' | 'typed')[];
  house?: Record<string, string>;
  rulings?: Record<string, string>;
  strict?: boolean;
  hints?: 'on' | 'off';
  /** One caller plays both sides. It is the default without a policy. */
  hotseat?: boolean;
  terms?: Record<string, unknown>;
  /** The record of a game, to continue from the position after some of its actions. */
  record?: string;
  after?: number;
}

export interface OpenQuestion {
  id: string;
  by: string;
  kind: 'roll' | 'choice';
  why: string;
  clause: string;
  text: string;
  dice?: string;
  /** The number of faces of a die. */
  die?: number;
  /** How many faces are still required. */
  many?: number;
  given?: number[];
  options?: string[];
  [field: string]: unknown;
}

export interface Entry {
  seq: number;
  kind: string;
  [field: string]: unknown;
}

/** The state of a match as a seat may know it. docs/openapi.yaml describes all fields. */
export interface State {
  id: string;
  ruleset: string;
  scenario: string;
  sides: [string, string];
  sequence: number;
  position: string;
  round: number;
  phase: string;
  /** The side that decides. */
  turn: string;
  over: { winner: string; why: string; [field: string]: unknown } | null;
  words: string;
  begun: { action: string; by: string; entries: Entry[]; question: OpenQuestion | null; yours: boolean } | null;
  undo: { possible: boolean; free: boolean; actions: number; asked_by: string };
  redo: boolean;
  [field: string]: unknown;
}

export interface ListedAction {
  /** The line that plays it. */
  line: string;
  /** The action in words for players. */
  says: { text: string; [field: string]: unknown };
  /** The action type. */
  type: string;
  gist: string;
  allowed: boolean;
  /** Why it is illegal now. */
  why: { clause: string; text: string }[];
}

export interface Actions {
  turn: string;
  yours: boolean;
  groups: { name: string; actions: ListedAction[] }[];
  truncated: boolean;
  complete?: string[];
  [field: string]: unknown;
}

export interface Played {
  sequence: number;
  entries: Entry[];
  state: State;
  [field: string]: unknown;
}

/** The odds of an action. */
export interface Chances {
  action: string;
  exact: boolean;
  events: Chance[];
  [field: string]: unknown;
}

/** An action with its chance to win. */
export interface HintAction {
  /** The line that plays it. */
  action: string;
  /** The action in words for players. */
  said: string;
  chance: number;
  /** The chance is a bound that a solved part of the rest of the game proves, or exact. */
  proven?: 'at least' | 'at most' | 'exactly';
  /** The difference to the best chance. It means little if either chance is only a bound. */
  behind: number;
  /** The reason, in sentences. */
  why: string;
  [field: string]: unknown;
}

/** A hint to the side that decides. */
export interface Hint {
  side: string;
  /** Whether to choose an action, or an option of a decision within one. */
  kind: 'action' | 'option';
  /** False while the model of your own scenario is being fitted: ask again. */
  ready: boolean;
  /** The best three actions, best first. */
  actions: HintAction[];
  /** The action of the request. */
  asked?: HintAction;
  /** Every option of the decision, in its order. */
  options: { option: string; chance: number; behind: number }[];
  warning?: string;
  /** What the numbers rest on, or why there are none. */
  basis: string;
  [field: string]: unknown;
}

export interface AnalysedAction {
  /** Counts from 1. A resignation is the last action, and has no step. */
  number: number;
  side: string;
  action: string;
  resigned?: true;
  /** The first side's chance to win before the action, expected, and after it. */
  before: number;
  expected: number;
  after: number;
  luck: number;
  /** What the acting side loses against the best action. */
  given: number;
  /** How much of `given` the side gave up by decisions within the action. */
  given_within: number;
  grade?: 'good' | 'fair' | 'doubtful' | 'bad' | 'very bad';
  better?: string;
  [field: string]: unknown;
}

/** The analysis of a game. Chances and results are those of the first side. */
export interface Analysis {
  over: boolean;
  /** A side; left out for a draw, and if the game is not over. */
  winner?: string;
  why?: string;
  start: number;
  end: number;
  luck: number;
  /** The result without luck. */
  adjusted: number;
  actions: AnalysedAction[];
  /** Numbers of the actions with the largest changes. */
  turning: number[];
  [field: string]: unknown;
}

/** The position after a number of actions. */
export interface MatchAt {
  n: number;
  /** The number of current actions. */
  of: number;
  position: string;
  round: number;
  turn: string;
  words: string;
  /** The entries of the action before this position. */
  entries: Entry[];
  [field: string]: unknown;
}

export interface MatchEvent {
  event: 'entry' | 'state' | 'undo' | 'hands' | 'presence';
  id: string;
  data: any;
}

/** What the program answers to a request that it cannot carry out. */
export class Problem extends Error {
  /** The kind of problem, such as `illegal` or `too-large`. A faulty request is `invalid`. */
  kind: string;
  /** The problem and its remedy. */
  detail: string;
  status: number;
  /** The invalid parts of the request. */
  errors: { location: string; message: string; value?: unknown }[];
  /** Why something is illegal. */
  reasons: { clause: string; text: string }[];
  /** The size of a question that is too large. */
  estimate?: { runs: number; budget: number; why?: string };
  /** The values that a strict question needs. */
  lacks?: HouseValue[];
  /** The current state of the match, after a conflict. */
  state?: State;
}

/** A match as one seat sees it. */
export class Match {
  readonly id: string;
  readonly sides: [string, string];
  /** Tokens by the name of the side; also `spectator`, and `table` if one caller plays both sides. */
  readonly tokens: Record<string, string>;
  /** The sides know different things. */
  readonly secret: boolean | undefined;
  /** A side, `table` or `spectator`. */
  readonly seat: string;
  private constructor();
  /** The match as another seat sees it. */
  as(seat: string): Match;
  /** Answers a request of the API about this match, such as `ask('GET', '/hint')`. */
  ask(method: string, path: string, options?: RequestOptions): Promise<any>;
  state(): Promise<State>;
  /** All legal actions, or those of a piece with near misses. */
  actions(piece?: string): Promise<Actions>;
  /** Plays an action by its line. Another position than the given one is a conflict. */
  play(action: string, options?: { position?: string; key?: string }): Promise<Played>;
  /** Answers the open question: with faces or an option, or by letting the program roll. */
  answer(answer: { question?: string; faces?: number[]; option?: number; roll?: true }): Promise<Played>;
  /** The odds of an action. `assume` names the options of decisions within it. */
  odds(
    action: string,
    options?: { assume?: string | string[]; trials?: number; seed?: number | bigint | string },
  ): Promise<Chances>;
  undo(): Promise<Played>;
  redo(): Promise<Played>;
  /**
   * Gives the match up, and the other side wins. It is final. The token `table` names the side. While an action
   * waits for an answer, it is a conflict.
   */
  resign(side?: string): Promise<Played>;
  /** Suggests the best actions to the side that decides, and evaluates the given action too. */
  hint(action?: string): Promise<Hint>;
  /** Luck and play, once the game is over. `only` leaves out the comparison of actions, which takes most time. */
  analysis(options?: { luck?: 'only' | 'later' }): Promise<Analysis>;
  /** The position after a number of actions. */
  step(n: number): Promise<MatchAt>;
  /** The entries of the record that this seat may know, from a number on. */
  record(from?: number): Promise<Entry[]>;
  /** The sealed record as JSON Lines, once the game is over. */
  file(): Promise<string>;
  delete(): Promise<any>;
  /** The match as a file, for `keep`. */
  copy(): Promise<Uint8Array>;
  /** What happens, without end. `from` is the last known entry; without it, only what is new. */
  events(options?: { from?: number }): AsyncGenerator<MatchEvent, void, undefined>;
  /** Waits until this seat must act or the game is over. */
  wait(): Promise<State>;
}

export interface RequestOptions {
  /** Bytes or text as they are; anything else is sent as JSON. */
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
}

/** A running program. */
export class Loophole {
  readonly version: string;
  private constructor();
  /** Answers a question. A problem is thrown as a `Problem`, as everywhere. */
  odds(question: Question & { trials: number }): Promise<Estimate>;
  odds(question: Question & { trials?: undefined }): Promise<Answer>;
  /** The exact odds of an expression in dice notation, such as `4d6kh3 >= 16`. */
  dice(expression: string): Promise<DiceAnswer>;
  /** Luck and play in the game of a record. A record that has been changed is a problem. */
  analysis(record: string | Uint8Array, options?: { luck?: 'only' | 'later' }): Promise<Analysis>;
  /** Begins a match. */
  match(options: MatchOptions): Promise<Match>;
  /** Opens a match of this program by its tokens. */
  open(id: string, tokens: Record<string, string>): Promise<Match>;
  /** Adds a match from a file, with new tokens. */
  keep(file: Uint8Array): Promise<Match>;
  /** A match as a file. */
  copy(id: string): Promise<Uint8Array>;
  /** Answers a request of the API: `ask('GET', '/rulesets')`. */
  ask(method: string, path: string, options?: RequestOptions): Promise<any>;
  /** Answers a request of the API with the bytes that a server sends. */
  request(
    method: string,
    path: string,
    options?: RequestOptions,
  ): Promise<{ status: number; headers: Record<string, string>; body?: Uint8Array }>;
  /** The pieces of a stream of the API. */
  listen(
    path: string,
    options?: { token?: string; headers?: Record<string, string> },
  ): AsyncGenerator<string, void, undefined>;
  /** Stops the program. */
  close(): void;
}

export interface LoadOptions {
  /** The module, compiled or as bytes; by default that of the package. */
  program?: WebAssembly.Module | ArrayBuffer | Uint8Array;
  /** Is called with a match as a file after each change, or null if it was deleted. The change waits for it. */
  changed?: (id: string, file: Uint8Array | null) => void | Promise<void>;
  /** Matches as files that `changed` was called with. Their tokens stay valid. */
  restore?: Uint8Array[];
}

/** Starts the program. */
export function load(options?: LoadOptions): Promise<Loophole>;
