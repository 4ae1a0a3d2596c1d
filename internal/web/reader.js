// A viewer of the API's OpenAPI description.
import { useEffect, useState } from './vendor/preact-htm.js';
import { html, show, Bar, Trouble, useLoad } from './shell.js';
import { once } from './api.js';
import { openapiPlace } from './places.js';

const local = ref => ref.split('/').pop();

// kind describes a schema in a few words; named schemas are links.
function kind(schema) {
  if (!schema) return 'anything';
  if (schema.$ref) return html`<a href=${`#schema-${local(schema.$ref)}`}>${local(schema.$ref)}</a>`;
  if (schema.oneOf) return schema.oneOf.map((s, i) => html`${i ? ' or ' : ''}${kind(s)}`);
  const type = [].concat(schema.type || 'object');
  if (type.includes('array')) return html`list of ${kind(schema.items)}${type.includes('null') ? ' or null' : ''}`;
  if (type.includes('object') && schema.additionalProperties && typeof schema.additionalProperties === 'object')
    return html`map of ${kind(schema.additionalProperties)}`;
  const one = schema.enum ? schema.enum.map(e => `“${e}”`).join(', ') : type.join(' or ');
  const bounds = [
    schema.minimum !== undefined && `from ${schema.minimum}`,
    schema.maximum !== undefined && `to ${schema.maximum}`,
    schema.maxLength !== undefined && `at most ${schema.maxLength} characters`,
    schema.maxItems !== undefined && `at most ${schema.maxItems}`,
  ]
    .filter(Boolean)
    .join(' ');
  return bounds ? `${one} (${bounds})` : one;
}

function Properties({ schema }) {
  if (!schema?.properties) return html`<p>${kind(schema)}</p>`;
  return html`<div class="scroll"><table><tbody>
    ${Object.entries(schema.properties).map(
      ([name, p]) => html`<tr><th scope="row"><code>${name}</code>
    ${schema.required?.includes(name) ? '' : html` <span class="soft small">optional</span>`}</th><td>${kind(p)}
    ${p.description && html`<br /><span class="soft">${p.description}</span>`}</td></tr>`,
    )}</tbody></table></div>`;
}

function Operation({ path, method, op }) {
  const body = op.requestBody && Object.entries(op.requestBody.content)[0];
  return html`<details class="operation" id=${op.operationId}><summary><b class=${`method method-${method}`}>
    ${method.toUpperCase()}</b> <code>${path}</code> <span class="soft">${op.summary}</span></summary>
    <div class="operation-body">
      ${op.description && html`<p>${op.description}</p>`}
      ${op.security && html`<p class="soft">Needs <code>Authorization: Bearer TOKEN</code>.</p>`}
      ${
        op.parameters?.length > 0 &&
        html`<h4>Parameters</h4><div class="scroll"><table><tbody>
      ${op.parameters.map(
        p => html`<tr><th scope="row"><code>${p.name}</code> <span class="soft small">${p.in}
      ${p.required ? '' : ', optional'}</span></th><td>${kind(p.schema)}
      ${
        (p.description || p.schema?.description) &&
        html`<br /><span class="soft">${p.description || p.schema.description}</span>`
      }</td></tr>`,
      )}</tbody></table>
          </div>`
      }
      ${body && html`<h4>Body, ${body[0]}</h4><${Properties} schema=${body[1].schema} />`}
      <h4>Answers</h4><div class="scroll"><table><tbody>
      ${Object.entries(op.responses).map(
        ([status, r]) => html`<tr><th scope="row"><code>${status}</code></th><td>
      ${r.description} ${Object.entries(r.content || {}).map(
        ([type, c]) => html`<br /><code>${type}
      </code> ${kind(c.schema)}`,
      )}</td></tr>`,
      )}</tbody></table></div>
      <h4>With curl</h4><pre tabindex="0">${curl(path, method, op)}</pre>
    </div></details>`;
}

// sent are the arguments of curl for a body, by its type.
const sent = {
  'application/json': "-H 'Content-Type: application/json' -d '{…}'",
  'application/jsonl': "-H 'Content-Type: application/jsonl' --data-binary @match.jsonl",
};

function curl(path, method, op) {
  const at = `${location.origin}${path.replaceAll('{', '$').replaceAll('}', '')}`;
  return [
    'curl',
    method === 'get' ? '' : `-X ${method.toUpperCase()}`,
    op.security ? '-H "Authorization: Bearer $token"' : '',
    sent[op.requestBody && Object.keys(op.requestBody.content)[0]],
    `"${at}"`,
  ]
    .filter(Boolean)
    .join(' ');
}

function Reader() {
  const { value: api, error } = useLoad(() => once(openapiPlace('json')), []);
  const [find, setFind] = useState('');
  useEffect(() => {
    // the part that the address names is opened
    const open = () => {
      const at = document.getElementById(location.hash.slice(1));
      if (at) {
        at.open = true;
        at.scrollIntoView();
      }
    };
    if (api) setTimeout(open, 0);
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, [api]);
  const all = Object.entries(api?.paths || {}).flatMap(([path, item]) =>
    ['get', 'put', 'post', 'delete'].filter(m => item[m]).map(method => ({ path, method, op: item[method] })),
  );
  const fits = o => !find || `${o.path} ${o.op.summary} ${o.op.operationId}`.toLowerCase().includes(find.toLowerCase());
  const tags = [...new Set(all.map(o => o.op.tags?.[0] || 'other'))];
  return html`<${Bar} at="API" /><main class="reader"><h1>API</h1><${Trouble} error=${error} />
    ${
      api &&
      html`<p>${api.info.description}</p><p>OpenAPI ${api.openapi}, version ${api.info.version}: <a
        href=${openapiPlace('json')}>JSON</a>, <a href=${openapiPlace('yaml')}>YAML</a>.</p>
      <label>Find<input type="search" value=${find} onInput=${e => setFind(e.target.value)} /></label>
      ${tags.map(t => {
        const list = all.filter(o => (o.op.tags?.[0] || 'other') === t && fits(o));
        return (
          list.length > 0 &&
          html`<section><h2>${t}</h2>${list.map(o => html`<${Operation} key=${o.op.operationId} ...${o} />`)}</section>`
        );
      })}
      <section><h2>Shapes</h2>${Object.entries(api.components?.schemas || {})
        .filter(([n]) => !find || n.toLowerCase().includes(find.toLowerCase()))
        .map(
          ([name, s]) =>
            html`<details class="operation" id=${`schema-${name}`}><summary><code>${name}</code> <span class="soft">
              ${s.description}</span></summary><div class="operation-body"><${Properties} schema=${s} /></div>
              </details>`,
        )}</section>`
    }
  </main>`;
}

show(html`<${Reader} />`);
