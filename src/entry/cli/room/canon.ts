import type { z } from 'zod'
import { roomCanonBuild, roomCanonCancel, roomCanonStatus } from '../../../room/canon/operations.ts'
import { counted } from '../diary/words.ts'
import { when } from '../records/words.ts'
import { visible } from '../visible.ts'
import { cancelledExit, interruptible } from './interrupt.ts'
import type { RoomVerb } from './verb.ts'

interface Options {
  agent?: string
  full?: true
}

type Built = z.output<typeof roomCanonBuild.output>

export const canonIndex: RoomVerb<[], Options, Built> = {
  usage: 'index',
  summary: 'read the cards that changed and compile Canon.md; Ctrl-C ends it, and the next one goes on',
  options: [
    ['--agent <id>', 'who reads the cards; the Chief when left out'],
    ['--full', 'read all cards, changed or not'],
  ],
  examples: ['canon index', 'canon index --full --agent continuity'],
  speaks: true,
  async ask({ call }, { agent, full }) {
    const interrupt = interruptible()
    interrupt.signal.addEventListener('abort', () => void call(roomCanonCancel, {}).catch(() => {}))
    try {
      return await call(roomCanonBuild, {
        wait: true,
        ...(agent !== undefined && { agentId: agent }),
        ...(full && { full }),
      })
    } finally {
      interrupt.release()
    }
  },
  show({ status, fileCount = 0, categories = [], fallbacks = 0, failures = [], dropped = 0 }, page) {
    page.line(`${status}  ${counted(fileCount, 'card')}: ${visible(categories.join(', '))}`)
    if (fallbacks > 0) page.note(`${counted(fallbacks, 'card')} read by rules.`)
    if (dropped > 0)
      page.note(`${counted(dropped, 'claim')} of a model left out, because its card does not bear it out.`)
    for (const { path, reason } of failures) page.note(visible(`Not read: ${path} (${reason})`))
  },
  exit: ({ status }) => (status === 'cancelled' ? cancelledExit : 0),
}

export const canonState: RoomVerb<[], object, z.output<typeof roomCanonStatus.output>> = {
  usage: 'status',
  summary: 'whether the index is there, and which cards changed since',
  examples: ['canon status'],
  ask: ({ call }) => call(roomCanonStatus, {}),
  show({ status, fileCount, cardCount, indexedAt, stale, job }, page) {
    page.line(`${status}  ${fileCount} of ${counted(cardCount, 'card')}${indexedAt ? `, ${when(indexedAt)}` : ''}`)
    for (const path of stale) page.line(visible(`  changed: ${path}`))
    if (status === 'building' && job) page.note(`${job.done} of ${job.total} read.`)
    if (status === 'none' || status === 'stale') page.note('Build it: daybook room canon index')
  },
}
