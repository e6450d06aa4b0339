/** A wallet's page as a stand-in shows it: what customers may do there, by a form without a script. */
export const pressablePage = (wallet: string, inBengali: string): string => `<!doctype html>
<html lang="bn">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${wallet} (stand-in)</title>
<h1>${inBengali} · ${wallet}</h1>
<p>এটি একটি পরীক্ষা। This plays ${wallet}: no money moves.</p>
<form method="post">
<button name="action" value="confirm">Pay</button>
<button name="action" value="fail">Fail</button>
<button name="action" value="cancel">Cancel</button>
</form>
</html>`;
