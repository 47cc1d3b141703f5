import { z } from 'zod'
import { Day } from '#domain/basics/day.ts'
import { isBankAdmin } from '#domain/people/actor.ts'
import { RegisterForm, RegisterKind } from '#domain/registers/register.ts'
import { route } from './route.ts'

const Asked = z.strictObject({ kind: RegisterKind, from: Day, to: Day })

/** What an inspector asks a bank for. Each look and each file is an event (ruling AMB-218). */
export const registers = {
  look: route({
    method: 'GET',
    path: '/api/registers/:kind',
    summary: 'The first lines of a register of your bank between two days; that you looked is recorded',
    who: isBankAdmin,
    key: 'reports:read',
    input: Asked,
    output: z.object({
      titles: z.array(z.string()),
      rows: z.array(z.array(z.union([z.string(), z.number()]))),
      /** There are more lines than are shown here. */
      isCut: z.boolean(),
    }),
    limit: { max: 60, seconds: 60, of: 'account' },
  }),
  download: route({
    method: 'GET',
    path: '/api/registers/:kind/file',
    summary: 'A register of your bank between two days, as PDF, CSV or XLSX',
    who: isBankAdmin,
    key: 'reports:read',
    input: Asked.extend({ as: RegisterForm }),
    output: z.unknown(),
    givesFile: true,
    limit: { max: 10, seconds: 60, of: 'account' },
  }),
}
