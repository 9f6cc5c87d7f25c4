import { testReaders } from './reader-properties.ts'

testReaders({ damaged: 60, parts: 40, cutEvery: 7 })
