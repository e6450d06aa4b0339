import { startBench } from './dist/scripts/bench/measures/bench.js';
import { storeUris } from './dist/scripts/bench/stores.js';
import { saturate } from './dist/scripts/bench/measures/saturation.js';
import { pollStatus } from './dist/scripts/bench/measures/requests.js';
const bench = await startBench(storeUris());
const R=Number(process.env.R??3), N=Number(process.env.N??800);
const f=(o)=>Object.entries(o).map(([k,v])=>k+' '+v.toFixed(2)).join(', ');
try {
  for (let r=0;r<=R;r++) for (const name of ['floor','Tollgate']) {
    const x = await saturate(bench, bench.lanes[name], N);
    console.log((r?name:'warm '+name).padEnd(14), Math.round(x.perSecond)+'/s', 'scripts', x.scripts.toFixed(1), 'p50', x.p50.toFixed(0), 'p99', x.p99.toFixed(0), 'cpu', Object.values(x.cpu).reduce((a,b)=>a+b,0).toFixed(2), '|', f(x.cpu));
  }
  if (process.env.STATUS) for (let r=0;r<3;r++) for (const name of ['floor','Tollgate']) { const x=await pollStatus(bench, bench.lanes[name], 2000); console.log('status', name, JSON.stringify(x).slice(0,300)); }
} finally { await bench.stop(); }
process.exit(0)
