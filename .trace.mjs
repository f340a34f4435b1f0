import { chromium } from '@playwright/test';
import { spawn } from 'child_process';
import { mkdtempSync } from 'fs';
const [dist, path, runs='5'] = process.argv.slice(2);
const port = 20000+Math.floor(Math.random()*10000);
const s = spawn(process.execPath,[dist+'/server/main.js'],{env:{PATH:process.env.PATH,NODE_ENV:'production',DATA_DIR:mkdtempSync('/tmp/tr-'),PORT:String(port),RATE_LIMIT:'off',LOG_LEVEL:'warn'},stdio:'ignore'});
for(;;){ try{ if((await fetch(`http://localhost:${port}/readyz`)).ok) break }catch{}; await new Promise(r=>setTimeout(r,100)) }
const b = await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu']});
const all=[];
for(let i=0;i<+runs;i++){
  const c = await b.newContext({viewport:{width:412,height:823},deviceScaleFactor:1.75,isMobile:true,hasTouch:true});
  const p = await c.newPage();
  const cdp = await b.newBrowserCDPSession();
  await cdp.send('Tracing.start',{categories:'toplevel,devtools.timeline,blink.user_timing,disabled-by-default-devtools.timeline,loading',transferMode:'ReportEvents'});
  const ev=[]; cdp.on('Tracing.dataCollected',e=>ev.push(...e.value));
  await p.goto(`http://localhost:${port}${path}`,{waitUntil:'load'});
  await p.waitForTimeout(2500); if(i==0) console.log('reg', await p.evaluate(()=>[getComputedStyle(document.body).getPropertyValue('--banner'), getComputedStyle(document.documentElement).getPropertyValue('--banner'), getComputedStyle(document.getElementById('footer')).paddingBottom]));
  const done=new Promise(r=>cdp.once('Tracing.tracingComplete',r)); await cdp.send('Tracing.end'); await done;
  const url=`localhost:${port}`;
  const main=ev.find(e=>e.name==='ParseHTML'&&JSON.stringify(e.args).includes(url)) ?? ev.find(e=>e.name==='CommitLoad'&&JSON.stringify(e.args).includes(url));
  const mine=ev.filter(e=>e.pid===main.pid&&e.tid===main.tid&&e.ph==='X');
  const t0=main.ts;
  const tasks=mine.filter(e=>e.name==='RunTask'&&e.ts>=t0-50000).map(e=>({ts:(e.ts-t0)/1e3,cpu:(e.tdur??e.dur)/1e3,dur:e.dur/1e3,end:e.ts+e.dur,start:e.ts}));
  const sum={};
  for(const n of ['ParseHTML','ParseAuthorStyleSheet','UpdateLayoutTree','Layout','PrePaint','Paint','Layerize','FunctionCall','EvaluateScript','v8.compile','Commit','IntersectionObserverController::computeIntersections','HitTest','Decode Image']) sum[n]=+(mine.filter(e=>e.name===n).reduce((a,e)=>a+(e.tdur??e.dur),0)/1e3).toFixed(1);
  const big=tasks.filter(t=>t.cpu>6).map(t=>({at:Math.round(t.ts),cpu:+t.cpu.toFixed(1),what:Object.entries(mine.filter(e=>e.ts>=t.start&&e.ts+e.dur<=t.end&&!/RunTask/.test(e.name)&&(e.tdur??0)>800).reduce((m,e)=>(m[e.name]=(m[e.name]??0)+e.tdur/1e3,m),{})).map(([k,v])=>k+' '+v.toFixed(1)).join(', ')}));
  const styles=mine.filter(e=>/UpdateLayoutTree|^Layout$/.test(e.name)&&(e.tdur??0)>700).map(e=>`${Math.round((e.ts-t0)/1e3)}: ${e.name} ${((e.tdur)/1e3).toFixed(1)} n=${e.args?.elementCount ?? JSON.stringify(e.args?.beginData?.dirtyObjects)+'/'+e.args?.beginData?.totalObjects}`);all.push({styles,total:tasks.reduce((a,t)=>a+t.cpu,0),tbt4:tasks.reduce((a,t)=>a+Math.max(0,t.cpu*4-50),0),sum,big});
  await c.close();
}
all.sort((a,b)=>a.tbt4-b.tbt4);
const m=all[Math.floor(all.length/2)];
console.log(path,'total cpu',all.map(x=>x.total.toFixed(0)).join(' '),'tbt(4x cpu)',all.map(x=>x.tbt4.toFixed(0)).join(' '));
console.log(m.sum); console.log(m.styles.join(' | ')); for(const t of m.big) console.log(t);
await b.close(); s.kill();
