/** What can be pressed, in Bengali and in English. */
const BUTTONS = [
  ['confirm', 'পরিশোধ করুন', 'Pay'],
  ['fail', 'ব্যর্থ করুন', 'Fail'],
  ['cancel', 'বাতিল করুন', 'Cancel'],
] as const;

const STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 24rem; margin: 0 auto; padding: 1.5rem 1rem; }
h1 { font-size: 1.5rem; }
button { display: block; width: 100%; min-height: 3rem; margin-block: 0.75rem; font: inherit; }`;

/** A wallet's page as a stand-in shows it: what customers may do there, by a form without a script, in both languages. */
export const pressablePage = (wallet: string, inBengali: string): string => `<!doctype html>
<html lang="bn">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${wallet} (stand-in)</title>
<style>${STYLE}</style>
<h1>${inBengali} · <span lang="en">${wallet}</span></h1>
<p>এটি একটি পরীক্ষামূলক পেমেন্ট। কোনো টাকা কাটা হবে না।</p>
<p lang="en">This plays ${wallet}: no money moves.</p>
<form method="post">
${BUTTONS.map(([action, bengali, english]) => `<button name="action" value="${action}">${bengali} · <span lang="en">${english}</span></button>`).join('\n')}
</form>
</html>`;
