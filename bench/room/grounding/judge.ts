import type { Checker } from './baselines.ts'
import type { Case, Label } from './cases.ts'

/** What a checker made of every case. */
export interface Judged {
  name: string
  /** Cases that were judged otherwise than they are labelled. */
  misses: Case[]
  cases: readonly Case[]
}

export async function judge(name: string, check: Checker, cases: readonly Case[]): Promise<Judged> {
  const misses: Case[] = []
  for (const each of cases) {
    if ((await check(each)) !== (each.label === 'honest')) misses.push(each)
  }
  return { name, misses, cases }
}

/** Of the fabricated: those that were found. Of the honest: those that were refused. */
export function shareOf({ cases, misses }: Judged, label: Label, fits: (each: Case) => boolean = () => true): number {
  const counted = (list: readonly Case[]) => list.filter(each => each.label === label && fits(each)).length
  const missed = counted(misses) / counted(cases)
  return label === 'honest' ? missed : 1 - missed
}
