import { ReviewHarness } from '../support/reviewHarness';
import * as r from './requests';
const h = await ReviewHarness.start();
const p = await h.open();
await p.show(r.request()); 
const plan1m = r.planText.repeat(Math.ceil(1e6 / r.planText.length));
const zwsp = 'a\u200b'.repeat(2e5);
const cases: [string, any][] = [['small', r.command], ['plan1m', {type:'plan', markdown: plan1m, options: []}],['diff50k', r.bigEdit(50_000)],['cmd50k', {...(r.command as object), command: Array.from({length:50000},(_, i)=>`echo line ${i} of the script`).join('\n')}],['zwsp', {...(r.command as object), command: zwsp}],['oneline1m', {...(r.command as object), command: 'x y '.repeat(250000)}]];
let n = 0;
for (const [name, subject] of cases) {
  for (let i=0;i<2;i++){
  const req = r.request({ id: `p${n++}`, subject });
  const ms = await p.page.evaluate(async (request) => {
    const start = performance.now();
    window.postMessage({ type: 'request', request }, '*');
    await new Promise<void>((resolve) => { const t = setInterval(() => { const el = document.querySelector('.bar:not(.settling)'); if (el && performance.now()-start>20) { clearInterval(t); resolve(); } }, 5); });
    return [performance.now() - start, document.querySelectorAll('*').length];
  }, req);
  await p.waitFor((m) => m.type==='shown' && m.id===req.id, 60000);
  console.log(name, ms);
  }
}
const t0 = Date.now();
await p.show(r.request({id:'plansource', subject: {type:'plan', markdown: plan1m, options: []}}));
await p.button('Source').click(); await p.rest(10); console.log('source', Date.now()-t0);
console.log(p.problems);
await h.stop();
