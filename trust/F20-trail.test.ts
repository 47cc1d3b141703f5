import { figure } from './figure.ts'
import { everyAct } from './trail/every-act.ts'
import { tamperings } from './trail/tampering.ts'

figure({
  id: 'F20',
  promise: 'changes with exactly one event',
  target: 'every change has one event; 100 of 100 changes to the trail are named',
  small: {},
  full: { parts: 1, size: {}, minutes: 3 },
  part: async () => ({ ...(await everyAct()), ...(await tamperings()) }),
  whyMissed: ({ calls = 0, tamperings: kinds = 0, named = 0 }) => {
    if (calls < 50) return `only ${calls} calls`
    return named < kinds || kinds < 100 ? `${named} of ${kinds} changes to the trail are named` : null
  },
  say: ({ calls, events, tamperings: kinds, named }) =>
    `all ${calls} calls that change something, ${events} events, one for each subject changed; ${named} of ${kinds} kinds of changes to the trail named`,
})
