import { FileCheck, FileDiff, FileMinus, FileQuestionMark, FileX, type LucideIcon } from 'lucide-react'
import type { Verdict } from '../../state/evidence.ts'

/** Each verdict as an icon, a word and a sentence. */
export const verdictWords: { readonly [verdict in Verdict]: { icon: LucideIcon; word: string; sentence: string } } = {
  verified: { icon: FileCheck, word: 'verified', sentence: 'What is there now is what was cited.' },
  changed: { icon: FileDiff, word: 'changed', sentence: 'It was changed after it was cited.' },
  missing: { icon: FileX, word: 'missing', sentence: 'It is not there any more.' },
  unchecked: {
    icon: FileQuestionMark,
    word: 'not checked',
    sentence: 'There is nothing to compare it with, or you may not look there.',
  },
  forgotten: { icon: FileMinus, word: 'forgotten', sentence: 'Its owner had it forgotten.' },
}
