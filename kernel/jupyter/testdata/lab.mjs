// A person's first minutes in JupyterLab, with a real browser: lab.mjs URL [light|dark] [SHOTS]. What cannot be seen or done is an
// error; pictures are left in the folder SHOTS.
import { createRequire } from 'node:module';
import assert from 'node:assert/strict';

const { chromium } = createRequire(process.env.HYP_PLAYWRIGHT + '/')('playwright-core');
const [url, theme = 'light', shots] = process.argv.slice(2);

const browser = await chromium.launch({
  executablePath: process.env.HYP_CHROMIUM, headless: true,
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking', '--no-first-run'],
});
const page = await (await browser.newContext({ viewport: { width: 1280, height: 1000 }, colorScheme: theme })).newPage();
page.setDefaultTimeout(300_000); // longer than anything takes on the slowest machine
const said = []; // by the console: what a person who opens it would see in red
page.on('console', m => { if (m.type() === 'error') said.push(`${m.text()} (${m.location().url})`); });
page.on('pageerror', e => said.push(`${e.message}\n${e.stack}`));

const shot = async name => {
  if (!shots) return;
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${shots}/${theme}-${name}.png` });
};
const step = name => console.log(name);
const open = async path => {
  await page.goto(`${url}/lab${path}`, { waitUntil: 'domcontentloaded' });
  await page.waitForSelector('#jp-main-dock-panel');
  await page.waitForFunction(() => !document.querySelector('#jupyterlab-splash'));
};
const cells = () => page.locator('.jp-NotebookPanel:not(.lm-mod-hidden) .jp-CodeCell');
const last = () => cells().last();
const outputs = () => cells().nth(-2).locator('.jp-OutputArea-output'); // of the cell that was run: running it adds one
const idle = () => page.locator('.jp-NotebookPanel:not(.lm-mod-hidden) .jp-Notebook-ExecutionIndicator[data-status="idle"]').waitFor();
const panel = '.jp-NotebookPanel:not(.lm-mod-hidden)';
// connected waits for the kernel of a notebook, or of the only one, as the server knows it: the page says idle before it has one. JupyterLab may begin
// the session of a new notebook twice, and drops what was asked of the first kernel: one and the same must have been there for a while.
const connected = async path => {
  for (let kernel = '', since = Date.now(), end = since + 300_000; ;) {
    const list = (await (await fetch(`${url}/api/sessions`)).json()).filter(s => !path || s.path === path);
    const now = list.length === 1 && list[0].kernel.connections > 0 && list[0].kernel.execution_state === 'idle' ? list[0].kernel.id : '';
    if (now !== kernel) [kernel, since] = [now, Date.now()];
    if (kernel && Date.now() - since > 2000) return idle();
    assert.ok(Date.now() < end, `no kernel: ${JSON.stringify(list)}`);
    await page.waitForTimeout(100);
  }
};
// restart presses a button that restarts the kernel, and waits for the server to have done so: the page says idle until it begins.
const restart = async button => {
  await page.locator(`${panel} [data-jp-item-name="${button}"] jp-button`).first().click();
  const restarted = page.waitForResponse(r => r.url().split('?')[0].endsWith('/restart'));
  await page.locator('.jp-Dialog .jp-mod-accept').click();
  assert.ok((await restarted).ok());
  await page.locator('.jp-Dialog').waitFor({ state: 'detached' });
};
const write = async text => {
  await last().locator('.cm-content').click();
  for (const [i, line] of text.split('\n').entries()) {
    if (i > 0) await page.keyboard.press('Enter');
    await page.keyboard.type(line);
  }
};
const runCell = async text => {
  const before = await cells().count();
  if (text) await write(text);
  await page.keyboard.press('Shift+Enter');
  await page.waitForFunction(n => document.querySelectorAll('.jp-NotebookPanel:not(.lm-mod-hidden) .jp-CodeCell').length > n, before);
};
const see = async (locator, text) => {
  await locator.filter({ hasText: text }).first().waitFor();
};

try {
  step('the launcher has the kernel; a notebook is made with it');
  await open('?reset');
  const tile = page.locator('.jp-LauncherCard[data-category="Notebook"][title^="hyp"]');
  await tile.waitFor();
  await shot('launcher');
  await tile.click();
  await last().waitFor();
  await connected();

  step('a cell is run');
  await runCell('dataset penguins from "penguins.csv"');
  await see(outputs(), '17 columns');

  step('Tab shows what may stand here, and completes');
  await write('assoc(bill');
  await page.keyboard.press('Tab');
  await page.locator('.jp-Completer .jp-Completer-item').filter({ hasText: 'bill_length_mm' }).waitFor();
  await shot('completion');
  await page.keyboard.press('Enter');
  await page.keyboard.type(', flip');
  await page.keyboard.press('Tab');
  await page.locator('.jp-Completer .jp-Completer-item').filter({ hasText: 'flipper_length_mm' }).waitFor();
  await page.keyboard.press('Enter');
  assert.match(await last().locator('.cm-content').innerText(), /assoc\(bill_(length|depth)_mm, flipper_length_mm\)?/);

  step('Shift-Tab explains');
  await page.keyboard.press('Shift+Tab');
  await see(page.locator('.jp-Tooltip'), 'flipper length');
  await shot('inspection');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  step('its table and plot are seen');
  await last().locator('.cm-content').click();
  await page.keyboard.press('End');
  if (!(await last().locator('.cm-content').innerText()).includes(')')) await page.keyboard.type(')');
  await runCell();
  await outputs().locator('table').first().waitFor();
  const plot = outputs().locator('.vega-embed svg, .vega-embed canvas').first();
  await plot.waitFor();
  assert.ok((await plot.boundingBox()).width > 300, 'the plot is small');
  await shot('result');

  step('an error points into the cell');
  await runCell('assoc(flipper_lenght_mm, body_mass_g)');
  await see(outputs(), 'did you mean');
  await shot('error');

  step('an interrupt ends a long cell, and the notebook goes on');
  await runCell('%%python\nprint("begun")\nwhile True:\n    pass');
  await see(outputs(), 'begun');
  await page.locator('.jp-NotebookPanel:not(.lm-mod-hidden) [data-command="notebook:interrupt-kernel"], .jp-NotebookPanel:not(.lm-mod-hidden) [data-jp-item-name="interrupt"] jp-button').first().click();
  await see(outputs(), 'Interrupted');
  await runCell('%who');
  await see(outputs(), 'dataset penguins');
  await shot('interrupted');

  step('the kernel is restarted: nothing holds any more');
  await restart('restart');
  await idle();
  await runCell('%who');
  await see(outputs(), 'nothing yet');

  step('a study is coloured');
  await open('/tree/penguins.hyp?reset');
  await page.locator('.jp-FileEditor .cm-line').first().waitFor();
  await page.waitForFunction(() => {
    const colours = new Set([...document.querySelectorAll('.jp-FileEditor .cm-line span')].map(s => getComputedStyle(s).color));
    return colours.size >= 4;
  });
  await shot('study');

  step('the notebooks of the examples run from top to bottom');
  for (const name of ['introduction', 'growing', 'graph']) {
    await open(`/tree/${name}.ipynb?reset`);
    await cells().first().waitFor();
    await page.locator('.jp-Notebook .vega-embed').first().waitFor(); // as the notebook was left
    await connected(`${name}.ipynb`);
    await page.evaluate(() => { // the numbers that the file has: every cell gets a new one when it has run
      for (const prompt of document.querySelectorAll('.jp-Notebook .jp-CodeCell .jp-InputPrompt')) prompt.textContent = 'not yet';
    });
    await restart('restart-and-run');
    await page.waitForFunction(() => [...document.querySelectorAll('.jp-Notebook .jp-CodeCell .jp-InputPrompt')].every(p => /^\[\d+\]:$/.test(p.textContent)));
    await idle();
    assert.equal(await page.locator('.jp-Notebook .jp-OutputArea-output').filter({ hasText: 'no renderer' }).count(), 0);
    if (!shots) continue;
    await page.waitForTimeout(1500);
    const area = page.locator('.jp-WindowedPanel-outer').first();
    await area.evaluate(e => { e.scrollTop = 0; });
    for (let i = 0, top = -1; i < 30; i++) {
      await shot(`${name}-${String(i).padStart(2, '0')}`);
      const now = await area.evaluate(e => { e.scrollTop += 850; return e.scrollTop; });
      if (now === top) break;
      top = now;
    }
  }

  const ours = said.filter(s => /hyp|vega/i.test(s.replaceAll(url, '')) && !/\.(hyp|ipynb|csv)\b/.test(s));
  if (said.length) console.log('the console said:\n' + said.join('\n'));
  assert.deepEqual(ours, [], 'errors on the console');
} catch (e) {
  await shot('failed');
  console.log('the console said:\n' + said.join('\n'));
  throw e;
} finally {
  await browser.close();
}
