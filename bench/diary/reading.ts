import { rmSync } from 'node:fs'
import { atMost, type Figure, isMet, milliseconds } from '../harness/figure.ts'
import { seededRandom } from '../harness/random.ts'
import { quantile, timed } from '../harness/samples.ts'
import { inventHome } from './home.ts'
import { counted, type Measure, megabytes } from './measure.ts'
import { openDiary } from './open-diary.ts'
import { sessionsIn } from './prepared-sessions.ts'

const day = '2026-08-01'
const started = Date.parse(`${day}T00:00:00Z`)
const ranges = 1000
const span = 200

export const reading: Measure = {
  id: 'read',
  about: 'read_session_lines at random places of a large transcript',
  async run(bench) {
    const home = inventHome(bench.scratch.folder('reading'), [100_000_000], started, 0)
    const diary = await openDiary(home, started + 90 * 86_400_000)
    await diary.call('diary_prepare', { date: day })
    const [session] = sessionsIn(diary.root, day)
    if (!session) throw new Error('The day has no session.')
    const { project_key, session_ref } = session
    const read = (from: number) =>
      diary.call('read_session_lines', {
        date: day,
        project_key,
        session_ref,
        start_line: from,
        end_line: from + span - 1,
      })
    const firstCall = await timed(() => read(1))
    const random = seededRandom(11)
    const samples: number[] = []
    const computed: number[] = []
    for (let call = 0; call < ranges; call++) {
      const from = 1 + Math.floor(random() * (home.lines - span))
      const before = process.cpuUsage()
      samples.push(await timed(() => read(from)))
      const { user, system } = process.cpuUsage(before)
      computed.push((user + system) / 1000)
    }
    await diary.close()
    rmSync(home.folder, { recursive: true, force: true })
    const target = atMost(20)
    const p95 = quantile(samples, 0.95)
    const figure: Figure = {
      id: 'D9',
      measure: `read_session_lines, ${span} compact lines anywhere in ${megabytes(home.bytes)}, p95`,
      subject: `p50 ${milliseconds(quantile(samples, 0.5))}`,
      baseline: '',
      value: p95,
      unit: ' ms',
      target,
      met: isMet(p95, target),
      work: `${counted(ranges)} ranges of ${counted(home.lines)} lines; the very first call ${milliseconds(firstCall)}; CPU p95 ${milliseconds(quantile(computed, 0.95))}`,
    }
    return [figure]
  },
}
