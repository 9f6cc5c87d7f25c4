;; Counts which terms a text has. Runs of letters are looked up by their bytes; the caller makes the terms of one that is
;; not known yet, adds it with `learn` and goes on from there.
;;
;; Memory: 0 sixteen bytes of ones and sixteen of zeros · 64 on: what the caller puts there. The globals say where that is.
;; After a text there must be 32 bytes of zero.
(module
  (memory (export "memory") 16)

  ;; Known runs, 32 bytes each: 0 its bytes, of one longer than sixteen a hash of them and (8) where they are ·
  ;; 16 its length, 0 for an empty place · 20 its words and, times 65536, how many terms it has ·
  ;; 24 its only term, or where its terms are.
  (global $table (export "table") (mut i32) (i32.const 0))
  ;; One less than how many places there are, which is a power of two.
  (global $mask (export "mask") (mut i32) (i32.const 0))
  ;; The bytes of long runs.
  (global $keys (export "keys") (mut i32) (i32.const 0))
  (global $keysEnd (export "keysEnd") (mut i32) (i32.const 0))
  ;; Terms of runs that have several.
  (global $lists (export "lists") (mut i32) (i32.const 0))
  ;; For each term the document that had it last and the number of that pair.
  (global $states (export "states") (mut i32) (i32.const 0))
  ;; A pair is a term and how often a document has it: the term times 256 and the count.
  (global $pairs (export "pairs") (mut i32) (i32.const 0))
  (global $pairCount (export "pairCount") (mut i32) (i32.const 0))
  ;; The document that is counted, from 1.
  (global $document (export "document") (mut i32) (i32.const 0))
  (global $words (export "words") (mut i32) (i32.const 0))
  ;; The run at which counting stopped, and whether it has characters that are not ASCII.
  (global $runStart (export "runStart") (mut i32) (i32.const 0))
  (global $runEnd (export "runEnd") (mut i32) (i32.const 0))
  (global $runIsForeign (export "runIsForeign") (mut i32) (i32.const 0))
  ;; What $find looked for.
  (global $low (mut i64) (i64.const 0))
  (global $high (mut i64) (i64.const 0))

  (global $longestKey i32 (i32.const 80))
  ;; Longer runs with other characters than ASCII are sentences without blanks, and not looked up.
  (global $longestForeign i32 (i32.const 64))

  (data (i32.const 0) "\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff")

  ;; A bit for each of sixteen bytes that is a letter or digit of ASCII, or not ASCII.
  (func $letters (param $bytes v128) (result i32)
    (i8x16.bitmask
      (v128.or
        (local.get $bytes)
        (v128.or
          (i8x16.lt_u
            (i8x16.sub
              (v128.or (local.get $bytes) (i8x16.splat (i32.const 0x20)))
              (i8x16.splat (i32.const 97)))
            (i8x16.splat (i32.const 26)))
          (i8x16.lt_u
            (i8x16.sub (local.get $bytes) (i8x16.splat (i32.const 48)))
            (i8x16.splat (i32.const 10)))))))

  ;; The first $length bytes at $at, at most sixteen; zeros after them.
  (func $first (param $at i32) (param $length i32) (result v128)
    (v128.and
      (v128.load (local.get $at))
      (v128.load (i32.sub (i32.const 16) (local.get $length)))))

  (func $mix (param $low i64) (param $high i64) (result i64)
    (local.set $low
      (i64.mul
        (i64.xor (i64.mul (local.get $low) (i64.const 0x9e3779b97f4a7c15)) (local.get $high))
        (i64.const 0xc2b2ae3d27d4eb4f)))
    (i64.xor (local.get $low) (i64.shr_u (local.get $low) (i64.const 29))))

  ;; How many of the bytes of a part of a long run at $done there are, at most sixteen.
  (func $partLength (param $length i32) (param $done i32) (result i32)
    (local $left i32)
    (local.set $left (i32.sub (local.get $length) (local.get $done)))
    (select (i32.const 16) (local.get $left) (i32.gt_u (local.get $left) (i32.const 16))))

  (func $hashLong (param $at i32) (param $length i32) (result i64)
    (local $done i32) (local $hash i64) (local $bytes v128)
    (loop $next
      (local.set $bytes
        (call $first
          (i32.add (local.get $at) (local.get $done))
          (call $partLength (local.get $length) (local.get $done))))
      (local.set $hash
        (call $mix
          (i64.xor (local.get $hash) (i64x2.extract_lane 0 (local.get $bytes)))
          (i64x2.extract_lane 1 (local.get $bytes))))
      (local.set $done (i32.add (local.get $done) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $done) (local.get $length))))
    (local.get $hash))

  (func $isSame (param $one i32) (param $other i32) (param $length i32) (result i32)
    (local $done i32) (local $size i32)
    (loop $next
      (local.set $size (call $partLength (local.get $length) (local.get $done)))
      (if (v128.any_true
            (v128.xor
              (call $first (i32.add (local.get $one) (local.get $done)) (local.get $size))
              (call $first (i32.add (local.get $other) (local.get $done)) (local.get $size))))
        (then (return (i32.const 0))))
      (local.set $done (i32.add (local.get $done) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $done) (local.get $length))))
    (i32.const 1))

  ;; The place in the table where a run begins to be looked for.
  (func $placeOf (param $low i64) (param $high i64) (result i32)
    (i32.add
      (global.get $table)
      (i32.shl
        (i32.and (i32.wrap_i64 (call $mix (local.get $low) (local.get $high))) (global.get $mask))
        (i32.const 5))))

  (func $after (param $place i32) (result i32)
    (local.set $place (i32.add (local.get $place) (i32.const 32)))
    (select
      (global.get $table)
      (local.get $place)
      (i32.eq
        (local.get $place)
        (i32.add (global.get $table) (i32.shl (i32.add (global.get $mask) (i32.const 1)) (i32.const 5))))))

  ;; The place of a run in the table, or the empty one where it belongs.
  (func $find (param $at i32) (param $length i32) (result i32)
    (local $place i32) (local $bytes v128) (local $known i32) (local $isLong i32)
    (local.set $isLong (i32.gt_u (local.get $length) (i32.const 16)))
    (if (local.get $isLong)
      (then
        (global.set $low (call $hashLong (local.get $at) (local.get $length)))
        (global.set $high (i64.const 0)))
      (else
        (local.set $bytes (call $first (local.get $at) (local.get $length)))
        (global.set $low (i64x2.extract_lane 0 (local.get $bytes)))
        (global.set $high (i64x2.extract_lane 1 (local.get $bytes)))))
    (local.set $place (call $placeOf (global.get $low) (global.get $high)))
    (loop $next
      (local.set $known (i32.load offset=16 (local.get $place)))
      (if (i32.eqz (local.get $known)) (then (return (local.get $place))))
      (if (i32.and
            (i32.eq (local.get $known) (local.get $length))
            (i64.eq (i64.load (local.get $place)) (global.get $low)))
        (then
          (if (local.get $isLong)
            (then
              (if (call $isSame
                    (i32.add (global.get $keys) (i32.load offset=8 (local.get $place)))
                    (local.get $at)
                    (local.get $length))
                (then (return (local.get $place)))))
            (else
              (if (i64.eq (i64.load offset=8 (local.get $place)) (global.get $high))
                (then (return (local.get $place))))))))
      (local.set $place (call $after (local.get $place)))
      (br $next))
    unreachable)

  (func $keyLength (param $length i32) (result i32)
    (select (global.get $longestKey) (local.get $length) (i32.gt_u (local.get $length) (global.get $longestKey))))

  ;; Adds a run with its words and the number of its terms: its only term, or where its terms are. There must be room.
  (func (export "learn") (param $at i32) (param $length i32) (param $words i32) (param $terms i32) (param $list i32)
    (local $place i32)
    (local.set $length (call $keyLength (local.get $length)))
    (local.set $place (call $find (local.get $at) (local.get $length)))
    (i64.store (local.get $place) (global.get $low))
    (i64.store offset=8 (local.get $place) (global.get $high))
    (if (i32.gt_u (local.get $length) (i32.const 16))
      (then
        (i64.store offset=8 (local.get $place) (i64.extend_i32_u (global.get $keysEnd)))
        (memory.copy
          (i32.add (global.get $keys) (global.get $keysEnd))
          (local.get $at)
          (local.get $length))
        ;; What follows is read with it.
        (global.set $keysEnd (i32.add (global.get $keysEnd) (local.get $length)))))
    (i32.store offset=16 (local.get $place) (local.get $length))
    (i32.store offset=20 (local.get $place)
      (i32.or (local.get $words) (i32.shl (local.get $terms) (i32.const 16))))
    (i32.store offset=24 (local.get $place) (local.get $list)))

  ;; Puts the runs of another table into this one, which is empty and larger.
  (func (export "takeOver") (param $from i32) (param $places i32)
    (local $end i32) (local $place i32) (local $high i64)
    (local.set $end (i32.add (local.get $from) (i32.shl (local.get $places) (i32.const 5))))
    (loop $next
      (if (i32.load offset=16 (local.get $from))
        (then
          (local.set $high
            (select
              (i64.const 0)
              (i64.load offset=8 (local.get $from))
              (i32.gt_u (i32.load offset=16 (local.get $from)) (i32.const 16))))
          (local.set $place (call $placeOf (i64.load (local.get $from)) (local.get $high)))
          (block $free
            (loop $search
              (br_if $free (i32.eqz (i32.load offset=16 (local.get $place))))
              (local.set $place (call $after (local.get $place)))
              (br $search)))
          (memory.copy (local.get $place) (local.get $from) (i32.const 32))))
      (local.set $from (i32.add (local.get $from) (i32.const 32)))
      (br_if $next (i32.lt_u (local.get $from) (local.get $end)))))

  ;; The document has a term once more.
  (func $add (export "add") (param $term i32)
    (local $state i32) (local $pair i32)
    (local.set $state (i32.add (global.get $states) (i32.shl (local.get $term) (i32.const 3))))
    (if (i32.eq (i32.load (local.get $state)) (global.get $document))
      (then
        (local.set $pair
          (i32.add (global.get $pairs) (i32.shl (i32.load offset=4 (local.get $state)) (i32.const 2))))
        (if (i32.ne (i32.load8_u (local.get $pair)) (i32.const 255))
          (then (i32.store (local.get $pair) (i32.add (i32.load (local.get $pair)) (i32.const 1)))))
        (return)))
    (i32.store
      (i32.add (global.get $pairs) (i32.shl (global.get $pairCount) (i32.const 2)))
      (i32.or (i32.shl (local.get $term) (i32.const 8)) (i32.const 1)))
    (i32.store (local.get $state) (global.get $document))
    (i32.store offset=4 (local.get $state) (global.get $pairCount))
    (global.set $pairCount (i32.add (global.get $pairCount) (i32.const 1))))

  ;; Counts the terms of the text from $at to $end. Gives 1 when it is done, or 0 at a run that is not in the table.
  (func (export "count") (param $at i32) (param $end i32) (result i32)
    (local $bytes v128) (local $found i32) (local $start i32) (local $length i32) (local $isForeign i32)
    (local $place i32) (local $list i32) (local $listEnd i32)
    (loop $next
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const 1))))
      (local.set $found (call $letters (v128.load (local.get $at))))
      (if (i32.eqz (local.get $found))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br $next)))
      (local.set $at (i32.add (local.get $at) (i32.ctz (local.get $found))))
      (local.set $start (local.get $at))
      (local.set $isForeign (i32.const 0))
      (loop $more
        (local.set $bytes (v128.load (local.get $at)))
        ;; The bit after the last of the sixteen stops the search.
        (local.set $length
          (i32.ctz (i32.xor (call $letters (local.get $bytes)) (i32.const 0x1ffff))))
        (local.set $isForeign
          (i32.or
            (local.get $isForeign)
            (i32.and
              (i8x16.bitmask (local.get $bytes))
              (i32.sub (i32.shl (i32.const 1) (local.get $length)) (i32.const 1)))))
        (local.set $at (i32.add (local.get $at) (local.get $length)))
        (br_if $more (i32.eq (local.get $length) (i32.const 16))))
      (local.set $length (i32.sub (local.get $at) (local.get $start)))
      (block $unknown
        (br_if $unknown
          (i32.and
            (i32.ne (local.get $isForeign) (i32.const 0))
            (i32.gt_u (local.get $length) (global.get $longestForeign))))
        (local.set $place (call $find (local.get $start) (call $keyLength (local.get $length))))
        (br_if $unknown (i32.eqz (i32.load offset=16 (local.get $place))))
        (local.set $length (i32.load offset=20 (local.get $place)))
        (global.set $words
          (i32.add (global.get $words) (i32.and (local.get $length) (i32.const 0xffff))))
        (local.set $length (i32.shr_u (local.get $length) (i32.const 16)))
        (local.set $list (i32.load offset=24 (local.get $place)))
        (if (i32.eq (local.get $length) (i32.const 1))
          (then
            (call $add (local.get $list))
            (br $next)))
        (local.set $list (i32.add (global.get $lists) (local.get $list)))
        (local.set $listEnd (i32.add (local.get $list) (i32.shl (local.get $length) (i32.const 2))))
        (block $all
          (loop $each
            (br_if $all (i32.ge_u (local.get $list) (local.get $listEnd)))
            (call $add (i32.load (local.get $list)))
            (local.set $list (i32.add (local.get $list) (i32.const 4)))
            (br $each)))
        (br $next))
      (global.set $runStart (local.get $start))
      (global.set $runEnd (local.get $at))
      (global.set $runIsForeign (i32.ne (local.get $isForeign) (i32.const 0)))
      (return (i32.const 0)))
    unreachable))
