import { testReaders } from './reader-properties.ts'

testReaders({ damaged: 600, parts: 400, cutEvery: 1 })
