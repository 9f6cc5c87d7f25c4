import { it } from 'vitest'
import { expectWords } from './verbatim-texts.ts'

it('what people wrote comes back word for word over REST (sqlite)', () => expectWords('REST', 'sqlite'))
