import { config } from '../../config/index.js';
import { CALLS, describe, type CallDescription, type Form } from './calls.js';
import { splitFields } from './common-fields.js';
import { ERROR_CODES } from './error-codes.js';
import { EXAMPLES, SIMULATED_TRX, type Example } from './examples.js';
import { markdown, slug } from './markdown.js';
import { pretty, render, type Part } from './part.js';

/** As it can be pasted into a shell, once the key is your own. */
export const curlOf = ({ path, request }: Example): string =>
  `curl -s ${config.publicUrl}${path.replace('{trx}', SIMULATED_TRX)} \\\n  -H 'Content-Type: application/json' -d '${pretty(request)}'`;

const all: Example[] = Object.values(EXAMPLES);

/** Of a call and one of its methods, or of none. */
const examplesOf = ({ path }: CallDescription, method?: string) =>
  all
    .filter((example) => example.path === path && example.method === method)
    .map((example) => ({
      ...example,
      anchor: slug(`${path} ${example.summary}`),
      curl: curlOf(example),
      answer: pretty(example.answer),
    }));

const fieldsOf = ({ takes, gives }: Form) => ({ request: splitFields(takes), answer: splitFields(gives) });

const nameOf = (call: CallDescription, { method }: Form): string => slug(`${call.path} ${method?.name ?? ''}`);

function methodPart(call: CallDescription, form: Form): Part[] {
  const { path } = call;
  const { method } = form;
  if (!method) return [];
  const name = nameOf(call, form);
  const about = markdown(method.about.replace(/^./, (letter) => letter.toUpperCase()));
  const examples = examplesOf(call, method.name);
  const html = render('method', { path, anchor: name, method: method.name, about, fields: fieldsOf(form), examples });
  return [{ name, title: `${method.name}: ${path}`, label: method.name, beneath: null, html }];
}

/** A call, and when it has several methods, each of them in a part of its own. */
function partsOf(call: CallDescription): Part[] {
  const { path, summary, writes, forms } = call;
  const anchor = slug(path);
  const [form] = forms.filter(({ method }) => !method);
  const values = {
    path,
    summary,
    writes,
    anchor,
    about: markdown(describe(call)),
    methods: forms.flatMap((each) => (each.method ? { name: each.method.name, anchor: nameOf(call, each) } : [])),
    fields: form && fieldsOf(form),
    examples: examplesOf(call),
    refusals: call.refusals.map((code) => ({ code, ...ERROR_CODES[code] })),
  };
  return [
    { name: anchor, title: path, beneath: 'Calls', html: render('call', values) },
    ...forms.flatMap((each) => methodPart(call, each)),
  ];
}

export const callParts = (): Part[] => CALLS.flatMap(partsOf);
