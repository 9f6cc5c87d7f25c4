import { bucketOf, buckets } from '../evidence/buckets.ts'
import { rejectionReasons } from '../evidence/verdict.ts'
import { rejectionCodes } from '../protocol/rejection.ts'
import { type Counters, counters } from './counters.ts'
import { countedInConference, type Scopes } from './scopes.ts'

export interface ReportedRefusal {
  conferenceId: string
  agentId?: string | undefined
  /** A bucket, or the code of a refusal. */
  type: string
}

/** One refusal that a page saw, in the conference it saw it in; undefined for a type nobody knows. */
export function countReported({ conferenceId, agentId, type }: ReportedRefusal): Scopes | undefined {
  const counted = countedAs(type)
  return counted && countedInConference(conferenceId, agentId, { ...counted, client_reported: { [type]: 1 } })
}

function countedAs(type: string): Counters | undefined {
  const bucket = buckets.find(each => each === type)
  if (bucket) return counters({ [bucket]: 1 })
  const code = [...rejectionReasons, ...rejectionCodes].find(each => each === type)
  return code && counters({ [bucketOf(code)]: 1, codes: { [code]: 1 } })
}
