import { expect, it } from 'vitest'
import { baseUrlProblem } from './checked-fetch.ts'

it.each([
  'http://127.0.0.1:1234',
  'https://api.example.com/v1',
  'http://192.168.1.20:8080',
  'http://[::1]:9',
  'http://box',
])('the address of a model service may be %s', url => {
  expect(baseUrlProblem(url)).toBeUndefined()
})

it.each([
  ['nowhere', 'format url'],
  ['', 'format url'],
  ['ftp://box/', 'http or https'],
  ['file:///etc/passwd', 'http or https'],
  ['http://user@box/', 'no credentials'],
  ['https://user:pass@box/', 'no credentials'],
  ['http://169.254.169.254/latest', 'not link-local'],
  ['http://169.254.0.1:80', 'not link-local'],
  // Other spellings of the same address.
  ['http://2852039166/', 'not link-local'],
  ['http://0xa9fea9fe/', 'not link-local'],
  ['http://0251.0376.0251.0376/', 'not link-local'],
  ['http://[::ffff:169.254.169.254]/', 'not link-local'],
  ['http://[fe80::1]/', 'not link-local'],
  ['http://[fd00:ec2::254]/', 'not link-local'],
  ['http://metadata.google.internal/', 'not link-local'],
  ['http://METADATA.google.internal./', 'not link-local'],
  ['http://100.100.100.200/', 'not link-local'],
])('the address of a model service may not be %j', (url, rule) => {
  expect(baseUrlProblem(url)).toBe(rule)
})
