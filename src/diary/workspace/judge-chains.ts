import { z } from 'zod'
import { problemsIn, sizeProblems } from '../arguments.ts'
import type { Chain } from '../schema.ts'
import { ChainInput } from './chain-input.ts'

/** Chains that were made here, told apart by what `write_evidence` would say before it looks at any file. */
export interface JudgedChains {
  sound: Chain[]
  /** Where the first fault of each other one is. */
  refused: Array<{ turn_ref: string; path: string }>
}

export function judgeChains(made: readonly Chain[]): JudgedChains {
  const judged: JudgedChains = { sound: [], refused: [] }
  for (const chain of made) {
    const args = { evidence_chain: chain }
    const [problem] = [...sizeProblems(args), ...problemsIn(Input, args)]
    if (problem) judged.refused.push({ turn_ref: chain.turn_ref, path: problem.path })
    else judged.sound.push(chain)
  }
  return judged
}

const Input = z.strictObject({ evidence_chain: ChainInput })
