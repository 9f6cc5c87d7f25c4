import { testValidChains } from './valid-chains.ts'

testValidChains({ turns: 800, brokenFiles: 400, cutTexts: 300, repeats: 200, words: 300_000 })
