import { labelOf } from '../../transcripts/agents.ts'
import { dayAt } from '../dates/zone.ts'
import { list, plural } from '../extract/text.ts'
import { changedAt } from '../prepare/index/file-state.ts'
import { lookAtHomes } from '../prepare/sources.ts'
import { shortDate } from '../report/text/names.ts'
import type { DiarySettings } from '../settings.ts'

/** The transcripts on this machine in a few words, without opening one; null where there are none. */
export async function foundTranscripts({ surroundings, timezone }: DiarySettings): Promise<string | null> {
  const homes = (await lookAtHomes(surroundings)).filter(({ files }) => files.length > 0)
  if (homes.length === 0) return null
  const days = homes.flatMap(({ files }) => files.map(({ stamp }) => dayAt(changedAt(stamp), timezone))).sort()
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const when = first === last ? shortDate(last) : `${shortDate(first)} to ${shortDate(last)}`
  const agents = homes
    .sort((a, b) => b.files.length - a.files.length)
    .map(({ source, files }) => plural(files.length, `${labelOf(source)} transcript`))
  return `${list(agents, 3)}, written ${when}`
}
