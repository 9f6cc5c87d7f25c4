import { sha256 } from '../../evidence/sha256.ts'
import { fitToBudget } from './budget.ts'
import { type BlockInput, compose } from './compose.ts'
import { between, blockWeight, type Draft, draftText, draftWeight } from './draft.ts'
import { estimatedTokens } from './estimate.ts'
import type { Block, Section } from './schema.ts'

/** The block for a new chat and an account of every part of it. */
export function buildBlock(ingredients: BlockInput, budget: number | undefined): Block {
  const composition = compose(ingredients)
  const { drafts, dropped, notices } = fitToBudget(composition, budget)
  const texts = drafts.map(draftText)
  return {
    text: texts.join(between),
    estimatedTokens: estimatedTokens(blockWeight(drafts)),
    sections: drafts.map((draft, index) => section(draft, texts[index] ?? '')),
    dropped,
    notices: [...ingredients.library.notices, ...composition.notices, ...notices],
  }
}

function section(draft: Draft, text: string): Section {
  const { name, title, pieces } = draft
  const bytes = Buffer.from(text)
  return {
    name,
    ...(title !== undefined && { title }),
    bytes: bytes.length,
    estimatedTokens: estimatedTokens(draftWeight(draft)),
    source: [...new Set(pieces.map(({ why }) => why.source))].join('+'),
    sha256: sha256(bytes),
    why: pieces.map(({ why }) => why),
  }
}
