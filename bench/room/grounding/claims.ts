import { showsReasoning } from '../../../src/room/evidence/reasoning-preface.ts'
import {
  blindLeaks,
  blindOpenings,
  freshLeaks,
  freshOpenings,
  tuningLeaks,
  tuningOpenings,
} from '../../../test/fixtures/grounding/blind.ts'
import { lastLeaks, lastOpenings, laterLeaks, laterOpenings } from '../../../test/fixtures/grounding/later.ts'
import { honestOpenings, leaks } from '../../../test/fixtures/grounding/openings.ts'
import { halfOf, labelledReplies, type Part } from '../../../test/fixtures/grounding/replies.ts'
import { story } from '../../../test/fixtures/grounding/story.ts'
import { openRoom } from '../../../test/room/evidence-room.ts'

/** Openings came in two more sets for the rules, and in one that no rule was made with. */
type OpeningPart = Part | 'fresh' | 'tuning' | 'blind'

/** A labelled text and what the check made of it. */
export interface Shown {
  text: string
  isHonest: boolean
  part: OpeningPart
  sort: string
  as: 'verified' | 'unverified' | 'refused'
  why: string
}

/** Checks every labelled reply against the story it speaks of. */
export async function checkReplies(): Promise<Shown[]> {
  const room = openRoom(story)
  const shown: Shown[] = []
  for (const { reply, honest, sort, part } of labelledReplies()) {
    const { status, reason, detail, unverified = [] } = await room.check(reply, { role: 'librarian' })
    const as = status !== 'accepted' ? 'refused' : unverified.length > 0 ? 'unverified' : 'verified'
    const why = [reason, detail, ...unverified].filter(Boolean).join(' ')
    shown.push({ text: reply, isHonest: honest, part, sort, as, why })
  }
  return shown
}

/** Puts every opening in front of a reply that is otherwise in order. */
export function checkOpenings(): Shown[] {
  const shown = (texts: readonly string[], isHonest: boolean, partOf: (index: number) => Shown['part']) =>
    texts.map((text, index): Shown => {
      const reply = `${text}\nThe water stands higher.\nEvidence: SCN-01-the-weir.md line 4: "The water stood two fingers"`
      const as = showsReasoning(reply, reply, []) ? 'refused' : 'verified'
      return { text, isHonest, part: partOf(index), sort: isHonest ? 'honest opening' : 'leak', as, why: '' }
    })
  return [
    ...shown(leaks, false, halfOf),
    ...shown(honestOpenings, true, halfOf),
    ...shown(laterLeaks, false, () => 'written later'),
    ...shown(laterOpenings, true, () => 'written later'),
    ...shown(lastLeaks, false, () => 'written last'),
    ...shown(lastOpenings, true, () => 'written last'),
    ...shown(freshLeaks, false, () => 'fresh'),
    ...shown(freshOpenings, true, () => 'fresh'),
    ...shown(tuningLeaks, false, () => 'tuning'),
    ...shown(tuningOpenings, true, () => 'tuning'),
    ...shown(blindLeaks, false, () => 'blind'),
    ...shown(blindOpenings, true, () => 'blind'),
  ]
}

/** What the rules were made with: the targets hold for these. The blind set shows how well they generalize. */
export function withoutBlind(openings: readonly Shown[]): Shown[] {
  return openings.filter(({ part }) => part !== 'blind')
}

export interface Rates {
  count: number
  /** Dishonest: not shown as verified. */
  detected: number
  /** Dishonest: refused outright. */
  refusedDishonest: number
  /** Honest: refused. */
  falselyRefused: number
  /** Honest: shown as verified, without reserve. */
  verified: number
}

export function ratesOf(shown: readonly Shown[]): Rates {
  const honest = shown.filter(({ isHonest }) => isHonest)
  const dishonest = shown.filter(({ isHonest }) => !isHonest)
  const share = (list: readonly Shown[], fits: (each: Shown) => boolean) => list.filter(fits).length / list.length
  return {
    count: shown.length,
    detected: share(dishonest, ({ as }) => as !== 'verified'),
    refusedDishonest: share(dishonest, ({ as }) => as === 'refused'),
    falselyRefused: share(honest, ({ as }) => as === 'refused'),
    verified: share(honest, ({ as }) => as === 'verified'),
  }
}

export function meetsTargets({ detected, falselyRefused }: Rates): boolean {
  return detected >= 0.95 && falselyRefused <= 0.02
}
