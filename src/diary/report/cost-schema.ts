import { z } from 'zod'

/** What a day, a project or a range cost; the same figures wherever cost is shown. Reports of earlier versions have fewer. */
export const CostFigures = z.object({
  /** Null when nothing of it is known. */
  total: z.number().nullable(),
  recorded: z.number().default(0),
  estimated: z.number().default(0),
  unknown_turns: z.number().default(0),
  /** The date of the prices. */
  price_table: z.string().default(''),
  /** It cost more than the total: something is not known, or was not recorded whole. */
  at_least: z.boolean().default(false),
  /** Part of the total. */
  subagents: z.number().default(0),
  /** Replies of models, or with kinds of tokens, that the price table does not have. */
  unpriced_replies: z.number().default(0),
  /** Replies whose output was not recorded whole. */
  cut_short_replies: z.number().default(0),
  /** Sub-agents whose transcript was not found. */
  missing_subagents: z.number().default(0),
})
export type CostFigures = z.output<typeof CostFigures>
