import { ReviewHarness, themes } from '/work/main/test/support/reviewHarness';
import * as r from '/work/main/test/page/requests';
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
 ['empty', null],
];
const only = process.argv.slice(2);
for (const [name, req] of cases) for (const theme of themes) for (const [w,hh] of [[1200,900],[400,800],[400,300]]) {
  if (only.length && !only.includes(name)) continue;
  if (hh===300 && theme!=='dark') continue;
  const p = await h.open({theme,width:w,height:hh,queue:{position:req?2:0,total:req?4:0,waiting:req?3:0}});
  await p.show(req); await p.rest(80);
  await p.picture(`${name}-${w}x${hh}-${theme}`);
  if (p.problems.length) console.log(name, theme, p.problems);
  await p.close();
}
await h.stop();
