import { testInterleavings } from './model/interleavings.ts'

testInterleavings([
  { on: 'one record', length: 3, states: 28 },
  { on: 'one record both have loaded', length: 2, states: 40 },
  { on: 'a parent and its child', length: 3, states: 87 },
  { on: 'two roots', length: 3, states: 87 },
])
