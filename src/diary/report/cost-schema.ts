import { z } from 'zod'

/** The figures of `text/costs.ts` as they are stored; reports of earlier versions have fewer. */
export const CostFigures = z.object({
  total: z.number().nullable(),
  recorded: z.number().default(0),
  estimated: z.number().default(0),
  unknown_turns: z.number().default(0),
  price_table: z.string().default(''),
  at_least: z.boolean().default(false),
  subagents: z.number().default(0),
  unpriced_replies: z.number().default(0),
  cut_short_replies: z.number().default(0),
  missing_subagents: z.number().default(0),
})
