import { diaryEstimate } from '../../../diary/operations/diary-estimate.ts'
import { diaryPrepare } from '../../../diary/operations/diary-prepare.ts'
import type { GenerationMode } from '../../../diary/settings.ts'
import { askLine } from '../ask-line.ts'
import { usageFault } from '../failure.ts'
import { visible } from '../visible.ts'
import type { DiaryCli } from './verb.ts'
import { counted } from './words.ts'

interface Place {
  date: string
  timezone: string
  projects: string[] | undefined
}

/**
 * Whether the person agrees to what a mode sends and costs. Nothing is asked where nothing leaves the machine, after
 * --yes, or where nobody sits at the terminal; the operation then refuses what was never agreed to.
 */
export async function agreedTo(
  { call, page }: Pick<DiaryCli, 'call' | 'page'>,
  mode: GenerationMode,
  { projects, ...day }: Place,
  yes: boolean,
): Promise<boolean> {
  if (mode === 'builtin' || yes || !process.stdin.isTTY) return yes
  await call(diaryPrepare, day)
  const estimate = await call(diaryEstimate, { date: day.date, with: mode, projects })
  const { turns_without_chain, uncovered_turns, estimated_tokens, estimated_cost_usd, sends } = estimate
  const cost = estimated_cost_usd === null ? '' : `, about $${estimated_cost_usd.toFixed(2)}`
  page.note(`${counted(turns_without_chain, 'turn')} to read, ${uncovered_turns} to sum up.`)
  page.note(`About ${counted(estimated_tokens, 'token')}${cost}.`)
  if (sends) page.note(visible(sends))
  const answer = await askLine('Go on? [y/N] ')
  if (/^y(es)?$/i.test(answer ?? '')) return true
  throw usageFault('Nothing was generated.', 'Use --with builtin, which sends nothing and costs nothing.')
}
