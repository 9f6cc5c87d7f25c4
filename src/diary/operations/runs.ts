import { z } from 'zod'
import { Fault } from '../../kernel/fault.ts'
import { asSentence } from '../../kernel/words.ts'
import { DateArgument, listOf, name } from '../arguments.ts'
import { type DiaryContext, diaryOperation } from '../context.ts'
import { orInvalidDate, targetDay } from '../dates/window.ts'
import { isZone } from '../dates/zone.ts'
import { cancelRun, findRun } from '../generate/find-run.ts'
import { runningBuiltin, startRun } from '../generate/generate.ts'
import { consentFor, modeNamed } from '../generate/modes.ts'
import { type Mode, type Producer, Unavailable } from '../generate/producer.ts'
import { fallbacks, freshChoices, Run } from '../generate/run.ts'
import { reject } from '../rejection.ts'
import { generationModes } from '../settings.ts'

const Input = z.strictObject({
  run_id: name('run-2026-05-12-0a1b2c3d4e5f').describe('As diary_generate answered it'),
  date: DateArgument.describe('Accepted for uniformity; the id tells the day').optional(),
})

export const diaryRun = diaryOperation({
  name: 'diary_run',
  audience: 'people',
  summary: 'How far a generation run is: its tasks, totals and what it spent.',
  effect: 'read',
  input: Input,
  result: Run.shape,
  async run({ run_id }, ctx) {
    return findRun(ctx, run_id)
  },
})

export const diaryCancel = diaryOperation({
  name: 'diary_cancel',
  audience: 'people',
  summary: 'Stop a generation run, in whichever process it is; everything it has written stays.',
  effect: 'change',
  input: Input,
  result: {},
  async run({ run_id }, ctx) {
    await cancelRun(ctx, run_id)
    return {}
  },
})

export const diaryGenerate = diaryOperation({
  name: 'diary_generate',
  audience: 'people',
  summary:
    'Start making the report of a day: evidence, work items, report; prepares the day first. Follow it with diary_run.',
  effect: 'change',
  input: z.strictObject({
    date: DateArgument.describe('Day YYYY-MM-DD; today when absent').optional(),
    timezone: z.string().describe('IANA name').optional(),
    with: z.enum(generationModes).describe('Who reads the transcripts; builtin needs no model').optional(),
    projects: listOf(name('ledger-d7579830878a')).min(1).describe('Only these; all when absent').optional(),
    concurrency: z.int().min(1).max(16).describe('Evidence tasks at a time').optional(),
    budget_usd: z.number().min(0).describe('No task is started once this much was spent').optional(),
    fallback: z.enum(fallbacks).default('builtin').describe('What becomes of turns the mode leaves'),
    fresh: z.enum(freshChoices).describe('Keep these aside first and make them again').optional(),
    consent: z.boolean().describe('Agrees that the mode sends transcripts to its service').optional(),
  }),
  accepted: 'started',
  result: { run_id: z.string() },
  async run(args, ctx) {
    const { date, timezone = ctx.diary.timezone, ...wanted } = args
    if (!isZone(timezone)) reject('timezone', 'the time zone is not known', 'give an IANA name such as Europe/Berlin')
    const day = orInvalidDate(() => targetDay({ date }, ctx.clock(), timezone))
    const mode = await orUnavailable(() => modeNamed(wanted.with ?? ctx.diary.with))
    if (consentFor(ctx.diary, mode, wanted.consent) === 'needed') {
      reject(
        'consent',
        mode.sends.replace(/\.$/, ''),
        'send consent: true to agree (in a chat, a person agrees in the form or with the setting diary.consent), or generate with builtin, which sends nothing',
      )
    }
    const producer = await openMode(mode, ctx)
    const isWhole = mode.name === 'builtin' && wanted.projects === undefined && wanted.fresh === undefined
    const same = isWhole ? runningBuiltin(ctx.liveRuns, { date: day, timezone }) : undefined
    const live =
      same ??
      (await startRun(ctx, {
        producer,
        mode: mode.name,
        options: {
          date: day,
          timezone,
          projects: wanted.projects ?? null,
          concurrency: wanted.concurrency ?? ctx.diary.concurrency ?? evidenceAtATime,
          budget_usd: wanted.budget_usd ?? ctx.diary.budgetUsd ?? null,
          fallback: wanted.fallback,
          fresh: wanted.fresh ?? null,
        },
      }))
    if (ctx.call.asTask) await live.whenFindable(ctx.call.signal)
    return { run_id: live.id }
  },
  questions: {
    // An agent must not agree in the place of its person.
    personOnly: ['consent'],
    ask({ errors }) {
      const refused = Problems.safeParse(errors).data?.find(({ path }) => path === 'consent')
      return refused && { key: 'consent', message: `${asSentence(refused.message)} Send them for this report?` }
    },
    forms: {
      consent: {
        schema: z.object({ transcripts: z.enum(['send', 'do not send']) }),
        answered: ({ transcripts }) => (transcripts === 'send' ? { consent: true } : undefined),
      },
    },
  },
})

const Problems = z.array(z.object({ path: z.string(), message: z.string() }))

const evidenceAtATime = 4

function openMode(mode: Mode, ctx: DiaryContext): Promise<Producer> {
  return orUnavailable(() => mode.open(ctx))
}

/** A mode that is not available is not a mistake in the call: it may be available in a moment. */
async function orUnavailable<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Unavailable)
      throw new Fault('BUSY', asSentence(error.message), { hint: asSentence(error.hint) })
    throw error
  }
}
