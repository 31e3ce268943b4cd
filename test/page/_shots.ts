import { ReviewHarness, themes } from '../support/reviewHarness';
import * as r from './requests';
const h = await ReviewHarness.start();
const notes = [{kind:'warn' as const,title:'Outside the project:',text:'/home/mira/.zshrc'}];
const cannot = {possible:false as const,reason:'This edit would not apply, so there is nothing to approve.'};
const base = r.request();
const cases: [string, any][] = [
 ['plan', r.request({subject:r.plan})],['ways', r.request({subject:r.planWithWays, agent:{id:'kimi',name:'Kimi Code',monogram:'KC'}})],
 ['edit', r.request({subject:r.edit, notes})],
 ['broken', r.request({subject:r.brokenEdit, notes:[{kind:'error',title:'This edit would not apply.',text:'src/auth/store.ts: The text it replaces is not in the file. The agent would get an error.'}], abilities:{...base.abilities, approve:cannot}})],
 ['command', r.request()],['longCommand', r.request({subject:r.longCommand})],['tool', r.request({subject:r.tool})],['question', r.request({subject:r.question})],
 ['watching', r.request({status:{type:'watching',reason:'Kimi Code shows its own prompt and ignores answers from here.'}})],
 ['failed', r.request({status:r.ended('denied',{delivery:'failed'}),draft:'Keep the API.'})],
 ['typed', r.request({draft:'Keep the public API as it is.\nAnd add a test.'})],
 ['empty', null],
];
const only = process.argv.slice(2);
let n=0;
for (const theme of themes) {
  const p = await h.open({theme});
  for (const [name, req] of cases) for (const [w,hh] of [[1200,900],[400,800],[400,300]]) {
    if (only.length && !only.includes(name)) continue;
    if (hh===300 && theme!=='dark') continue;
    await p.page.setViewportSize({width:w!,height:hh!});
    await p.queue({position:req?2:0,total:req?4:0,waiting:req?3:0});
    await p.show(req && {...req, hash: 'h'+n, id:'r'+n++, receivedAt: Date.now()-12000}); await p.rest(60);
    await p.picture(`${name}-${w}x${hh}-${theme}`);
  }
  if (p.problems.length) console.log(theme, p.problems);
  await p.close();
}
await h.stop();
