// A Problem is what the program answers to a request that it cannot carry out.
export class Problem extends Error {
  constructor(answer) {
    super(answer.detail || answer.title);
    this.name = 'Problem';
    const { type = '', detail = '', status, errors = [], reasons = [], ...more } = answer;
    this.kind = type.startsWith('urn:loophole:') ? type.slice('urn:loophole:'.length) : 'invalid';
    Object.assign(this, { detail, status, errors, reasons, ...more });
    for (const r of reasons) this.message += `\n${r.text} [${r.clause}]`;
    for (const e of errors) if (e.message !== detail) this.message += `\n${e.location}: ${e.message}`;
  }
}
