import { z } from 'zod'
import { homeOperation } from '../context.ts'
import { removeSample } from '../sample.ts'

export const homeRemoveSample = homeOperation({
  name: 'home_remove_sample',
  summary: 'Remove everything the sample made: its project with records and sessions, its room, its days.',
  effect: 'destroy',
  repeatable: true,
  input: z.strictObject({}),
  output: z.object({ project: z.string().nullable(), days: z.array(z.string()) }),
  run: (_, ctx) => removeSample(ctx),
})
