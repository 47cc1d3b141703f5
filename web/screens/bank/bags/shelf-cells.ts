import type { bags } from '#contract/bags.ts'
import type { OutputOf } from '#contract/route.ts'

export type Cells = OutputOf<typeof bags.shelf>['cells']
export type Cell = Cells[number]
