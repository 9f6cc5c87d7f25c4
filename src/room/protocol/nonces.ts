import { randomBytes, timingSafeEqual } from 'node:crypto'

type NonceProblem = 'nonce-missing' | 'nonce-mismatch' | 'nonce-stale'

/** What is wrong with the nonce of one reply; nothing when it is the live one. */
export type NonceCheck = (given: string | undefined) => NonceProblem | undefined

/** The nonces of one turn of one agent in one session, in the memory of that turn only. */
export interface TurnNonces {
  /** For the next model call that may answer with a call or a decision. */
  issue(): string
  /** At the first reply of the step, whatever it is: the nonce is used up, and judges this reply alone. */
  spend(): NonceCheck
}

export function openNonces(mint: () => string = mintNonce): TurnNonces {
  const spent: string[] = []
  let live: string | undefined
  return {
    issue() {
      if (live !== undefined) spent.push(live)
      live = mint()
      return live
    },
    spend() {
      const [current, earlier] = [live, [...spent]]
      if (live !== undefined) spent.push(live)
      live = undefined
      return given => judge(given, current, earlier)
    },
  }
}

/** 128 random bits. */
export function mintNonce(): string {
  return randomBytes(16).toString('hex')
}

function judge(given: string | undefined, live: string | undefined, spent: readonly string[]) {
  if (given === undefined) return 'nonce-missing'
  if (live !== undefined && sameBytes(given, live)) return undefined
  return spent.filter(old => sameBytes(given, old)).length > 0 ? 'nonce-stale' : 'nonce-mismatch'
}

/** Takes the same time wherever two texts of one length differ; the length of a nonce is not secret. */
function sameBytes(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
