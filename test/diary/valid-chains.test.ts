import { testValidChains } from './valid-chains.ts'

testValidChains({ turns: 200, brokenFiles: 100, cutTexts: 60, repeats: 50, words: 30_000 })
