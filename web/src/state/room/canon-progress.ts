/** The progress of a build, read from its journal. */
export interface CanonProgress {
  job: string
  done: number
  total: number
  remarks: readonly CardRemark[]
  ended: boolean
}

export interface CardRemark {
  path: string
  reason: string
  kind: 'fallback' | 'failure'
}

export const noBuild: CanonProgress = { job: '', done: 0, total: 0, remarks: [], ended: false }

type Line = { [key: string]: unknown }

export function withCanonLine(before: CanonProgress, type: string, line: Line): CanonProgress {
  const job = String(line.job_id)
  if (type === 'canon.started') return { ...noBuild, job, total: Number(line.total) }
  // A line of a build whose start was not seen is ignored.
  if (job !== before.job) return before
  if (type === 'canon.finished') return { ...before, ended: true }
  return { ...before, done: before.done + 1, remarks: [...before.remarks, ...remarksOf(line)] }
}

function remarksOf({ path, fallback, failure }: Line): CardRemark[] {
  return [
    ...(typeof failure === 'string' ? [{ path: String(path), reason: failure, kind: 'failure' as const }] : []),
    ...(typeof fallback === 'string' ? [{ path: String(path), reason: fallback, kind: 'fallback' as const }] : []),
  ]
}
