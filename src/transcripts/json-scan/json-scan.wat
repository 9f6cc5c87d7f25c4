;; Checks one line of JSON without building anything from it, and notes where its members lie. It must accept exactly
;; what JSON.parse accepts, but for what it says it is unsure of.
;;
;; Memory: 0 kinds of the open containers · 4096 members · 16384 marks of characters · 16640 on: the caller's text ·
;; 647168 long strings · 655360 on: longer texts.
;; The byte after the text must be a line feed or carriage return: neither can stand inside a token, so no token needs
;; to look for the end.
(module
  (memory (export "memory") 75)

  (global $unsure i32 (i32.const -1))
  (global $malformed i32 (i32.const -2))
  (global $deepest i32 (i32.const 4095))
  (global $members i32 (i32.const 4096))
  (global $most i32 (i32.const 600))
  (global $marks i32 (i32.const 16384))
  (global $longStrings i32 (i32.const 647168))
  (global $mostLong i32 (i32.const 512))
  ;; A string of so many bytes, with its quotes, is long.
  (global $long i32 (i32.const 96))
  ;; How many long strings were noted.
  (global $noted (export "noted") (mut i32) (i32.const 0))
  ;; 1 for a key that may be "text", 2 for one that may be "is_error" and true.
  (global $signs (export "signs") (mut i32) (i32.const 0))
  ;; Whether the string read last held a backslash.
  (global $escaped (mut i32) (i32.const 0))

  ;; Marks: 1 may follow a backslash, 2 is a hexadecimal digit, 4 is a decimal digit, 8 is white space.
  ;; Tab, line feed, carriage return, space, quote, slash.
  (data (i32.const 16393) "\08\08\00\00\08") (data (i32.const 16416) "\08\00\01") (data (i32.const 16431) "\01")
  (data (i32.const 16432) "\06\06\06\06\06\06\06\06\06\06")
  ;; A to F, backslash, a to f (b and f both), n, r, t.
  (data (i32.const 16449) "\02\02\02\02\02\02") (data (i32.const 16476) "\01")
  (data (i32.const 16481) "\02\03\02\02\02\03") (data (i32.const 16494) "\01")
  (data (i32.const 16498) "\01\00\01")

  (func $mark (param $byte i32) (result i32)
    (i32.load8_u (i32.add (global.get $marks) (local.get $byte))))

  ;; The place after a string whose opening quote lies before $at, or 0.
  (func $string (param $at i32) (result i32)
    (local $bytes v128) (local $stops i32) (local $byte i32)
    (loop $next
      (local.set $bytes (v128.load (local.get $at)))
      (local.set $stops
        (i8x16.bitmask
          (v128.or
            (v128.or
              (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 34)))
              (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 92))))
            (i8x16.lt_u (local.get $bytes) (i8x16.splat (i32.const 32))))))
      (if (i32.eqz (local.get $stops))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br $next)))
      (local.set $at (i32.add (local.get $at) (i32.ctz (local.get $stops))))
      (local.set $byte (i32.load8_u (local.get $at)))
      (if (i32.eq (local.get $byte) (i32.const 34))
        (then (return (i32.add (local.get $at) (i32.const 1)))))
      (if (i32.ne (local.get $byte) (i32.const 92))
        (then (return (i32.const 0))))
      (global.set $escaped (i32.const 1))
      (local.set $byte (i32.load8_u offset=1 (local.get $at)))
      (if (i32.and (call $mark (local.get $byte)) (i32.const 1))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 2)))
          (br $next)))
      (if (i32.ne (local.get $byte) (i32.const 117))
        (then (return (i32.const 0))))
      (if (i32.eqz
            (i32.and
              (i32.and
                (call $mark (i32.load8_u offset=2 (local.get $at)))
                (call $mark (i32.load8_u offset=3 (local.get $at))))
              (i32.and
                (i32.and
                  (call $mark (i32.load8_u offset=4 (local.get $at)))
                  (call $mark (i32.load8_u offset=5 (local.get $at))))
                (i32.const 2))))
        (then (return (i32.const 0))))
      (local.set $at (i32.add (local.get $at) (i32.const 6)))
      (br $next))
    unreachable)

  ;; The place after the digits at $at.
  (func $digits (param $at i32) (result i32)
    (loop $next
      (if (i32.and (call $mark (i32.load8_u (local.get $at))) (i32.const 4))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br $next))))
    (local.get $at))

  ;; The place after a number that begins at $at, or 0.
  (func $number (param $at i32) (result i32)
    (local $end i32)
    (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 45))
      (then (local.set $at (i32.add (local.get $at) (i32.const 1)))))
    (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 48))
      (then (local.set $end (i32.add (local.get $at) (i32.const 1))))
      (else (local.set $end (call $digits (local.get $at)))))
    (if (i32.eq (local.get $end) (local.get $at))
      (then (return (i32.const 0))))
    (if (i32.eq (i32.load8_u (local.get $end)) (i32.const 46))
      (then
        (local.set $at (i32.add (local.get $end) (i32.const 1)))
        (local.set $end (call $digits (local.get $at)))
        (if (i32.eq (local.get $end) (local.get $at))
          (then (return (i32.const 0))))))
    ;; The letter e in either case.
    (if (i32.eq (i32.or (i32.load8_u (local.get $end)) (i32.const 32)) (i32.const 101))
      (then
        (local.set $at (i32.add (local.get $end) (i32.const 1)))
        (if (i32.or
              (i32.eq (i32.load8_u (local.get $at)) (i32.const 43))
              (i32.eq (i32.load8_u (local.get $at)) (i32.const 45)))
          (then (local.set $at (i32.add (local.get $at) (i32.const 1)))))
        (local.set $end (call $digits (local.get $at)))
        (if (i32.eq (local.get $end) (local.get $at))
          (then (return (i32.const 0))))))
    (local.get $end))

  ;; The place after true, false or null at $at, or 0.
  (func $literal (param $at i32) (result i32)
    (local $word i32)
    (local.set $word (i32.load (local.get $at)))
    ;; "true" and "null" as numbers.
    (if (i32.or
          (i32.eq (local.get $word) (i32.const 0x65757274))
          (i32.eq (local.get $word) (i32.const 0x6c6c756e)))
      (then (return (i32.add (local.get $at) (i32.const 4)))))
    ;; "fals", then "e".
    (if (i32.and
          (i32.eq (local.get $word) (i32.const 0x736c6166))
          (i32.eq (i32.load8_u offset=4 (local.get $at)) (i32.const 101)))
      (then (return (i32.add (local.get $at) (i32.const 5)))))
    (i32.const 0))

  ;; The first place at or after $at that is no white space, at most $end. Seldom called: logs are written without.
  (func $spaces (param $at i32) (param $end i32) (result i32)
    (loop $next
      (if (i32.eqz (i32.and (call $mark (i32.load8_u (local.get $at))) (i32.const 8)))
        (then (return (local.get $at))))
      (if (i32.ge_u (local.get $at) (local.get $end))
        (then (return (local.get $end))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br $next))
    unreachable)

  ;; Notes a long string that is the value of a key, both by where they begin and end; what finds no room is left out.
  (func $note (param $key i32) (param $keyEnd i32) (param $from i32) (param $to i32)
    (local $entry i32)
    (if (i32.ge_u (global.get $noted) (global.get $mostLong)) (then (return)))
    (local.set $entry (i32.add (global.get $longStrings) (i32.shl (global.get $noted) (i32.const 4))))
    (i32.store (local.get $entry) (local.get $key))
    (i32.store offset=4 (local.get $entry) (local.get $keyEnd))
    (i32.store offset=8 (local.get $entry) (local.get $from))
    (i32.store offset=12 (local.get $entry) (local.get $to))
    (global.set $noted (i32.add (global.get $noted) (i32.const 1))))

  ;; Checks the text from $at to $end, which has to be one object. The members of the outermost $levels levels are
  ;; noted: where the key and the value begin and end (the key without its quotes), and which member of the outermost
  ;; level it lies in, or -1. Long strings and signs are noted at every level. Gives the number of members, or $unsure, or
  ;; $malformed.
  (func (export "scan") (param $at i32) (param $end i32) (param $levels i32) (result i32)
    (local $depth i32) (local $count i32) (local $outer i32) (local $inner i32)
    (local $byte i32) (local $from i32) (local $entry i32) (local $state i32) (local $key i32)
    (local $keyEnd i32) (local $start i32)
    (global.set $noted (i32.const 0))
    (global.set $signs (i32.const 0))
    (local.set $outer (i32.const -1))
    (if (i32.le_u (i32.load8_u (local.get $at)) (i32.const 32))
      (then (local.set $at (call $spaces (local.get $at) (local.get $end)))))
    (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 123))
      (then (return (global.get $malformed))))
    ;; States: 0 a value, 1 a key or the end of the object, 2 a key, 3 a value or the end of the array, 4 after a value.
    (loop $next
      (block $after
        (block $firstValue
          (block $key
            (block $firstKey
              (block $value
                (br_table $value $firstKey $key $firstValue $after (local.get $state)))

              ;; A value.
              (if (i32.le_u (i32.load8_u (local.get $at)) (i32.const 32))
                (then (local.set $at (call $spaces (local.get $at) (local.get $end)))))
              (local.set $byte (i32.load8_u (local.get $at)))
              (if (i32.eq (local.get $byte) (i32.const 34))
                (then
                  (local.set $start (local.get $at))
                  (local.set $at (call $string (i32.add (local.get $at) (i32.const 1))))
                  (if (i32.eqz (local.get $at)) (then (return (global.get $malformed))))
                  (if (i32.ge_u (i32.sub (local.get $at) (local.get $start)) (global.get $long))
                    (then
                      ;; Inside an object, the last key is its own.
                      (if (i32.eq (i32.load8_u (local.get $depth)) (i32.const 123))
                        (then
                          (call $note (local.get $key) (local.get $keyEnd) (local.get $start) (local.get $at))))))
                  (br $after)))
              ;; Brackets and braces differ in bit 5 alone: 91 and 123.
              (if (i32.eq (i32.or (local.get $byte) (i32.const 32)) (i32.const 123))
                (then
                  (local.set $depth (i32.add (local.get $depth) (i32.const 1)))
                  (if (i32.gt_u (local.get $depth) (global.get $deepest)) (then (return (global.get $unsure))))
                  (i32.store8 (local.get $depth) (local.get $byte))
                  (local.set $at (i32.add (local.get $at) (i32.const 1)))
                  (local.set $state
                    (select (i32.const 1) (i32.const 3) (i32.eq (local.get $byte) (i32.const 123))))
                  (br $next)))
              (local.set $at
                (if (result i32)
                  (i32.or
                    (i32.eq (local.get $byte) (i32.const 45))
                    (i32.and (call $mark (local.get $byte)) (i32.const 4)))
                  (then (call $number (local.get $at)))
                  (else (call $literal (local.get $at)))))
              (if (i32.eqz (local.get $at)) (then (return (global.get $malformed))))
              (br $after))

            ;; The first key of an object, or its end.
            (if (i32.le_u (i32.load8_u (local.get $at)) (i32.const 32))
              (then (local.set $at (call $spaces (local.get $at) (local.get $end)))))
            (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 125))
              (then
                (local.set $at (i32.add (local.get $at) (i32.const 1)))
                (local.set $depth (i32.sub (local.get $depth) (i32.const 1)))
                (br $after))))

          ;; A key.
          (if (i32.le_u (i32.load8_u (local.get $at)) (i32.const 32))
            (then (local.set $at (call $spaces (local.get $at) (local.get $end)))))
          (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 34)) (then (return (global.get $malformed))))
          (local.set $from (i32.add (local.get $at) (i32.const 1)))
          (global.set $escaped (i32.const 0))
          (local.set $at (call $string (local.get $from)))
          (if (i32.eqz (local.get $at)) (then (return (global.get $malformed))))
          (local.set $key (local.get $from))
          (local.set $keyEnd (i32.sub (local.get $at) (i32.const 1)))
          (if (i32.le_u (local.get $depth) (local.get $levels))
            (then
              (if (i32.or (global.get $escaped) (i32.ge_u (local.get $count) (global.get $most)))
                (then (return (global.get $unsure))))
              (local.set $entry
                (i32.add (global.get $members) (i32.mul (local.get $count) (i32.const 20))))
              (i32.store (local.get $entry) (local.get $from))
              (i32.store offset=4 (local.get $entry) (i32.sub (local.get $at) (i32.const 1)))
              (if (i32.eq (local.get $depth) (i32.const 1))
                (then
                  (local.set $outer (local.get $count))
                  (i32.store offset=16 (local.get $entry) (i32.const -1)))
                (else
                  (local.set $inner (local.get $count))
                  (i32.store offset=16 (local.get $entry) (local.get $outer))))
              (local.set $count (i32.add (local.get $count) (i32.const 1)))))
          (if (i32.le_u (i32.load8_u (local.get $at)) (i32.const 32))
            (then (local.set $at (call $spaces (local.get $at) (local.get $end)))))
          (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 58)) (then (return (global.get $malformed))))
          (local.set $at (call $spaces (i32.add (local.get $at) (i32.const 1)) (local.get $end)))
          ;; A key with a backslash may be any.
          (if (global.get $escaped) (then (global.set $signs (i32.const 3))))
          (local.set $start (i32.sub (local.get $keyEnd) (local.get $key)))
          ;; "text" as a number.
          (if (i32.eq (local.get $start) (i32.const 4))
            (then
              (if (i32.eq (i32.load (local.get $key)) (i32.const 0x74786574))
                (then (global.set $signs (i32.or (global.get $signs) (i32.const 1)))))))
          ;; "is_error" and the t of true.
          (if (i32.eq (local.get $start) (i32.const 8))
            (then
              (if (i32.and
                    (i64.eq (i64.load (local.get $key)) (i64.const 0x726f7272655f7369))
                    (i32.eq (i32.load8_u (local.get $at)) (i32.const 116)))
                (then (global.set $signs (i32.or (global.get $signs) (i32.const 2)))))))
          (if (i32.le_u (local.get $depth) (local.get $levels))
            (then (i32.store offset=8 (local.get $entry) (local.get $at))))
          (local.set $state (i32.const 0))
          (br $next))

        ;; The first value of an array, or its end.
        (if (i32.le_u (i32.load8_u (local.get $at)) (i32.const 32))
          (then (local.set $at (call $spaces (local.get $at) (local.get $end)))))
        (local.set $state (i32.const 0))
        (br_if $next (i32.ne (i32.load8_u (local.get $at)) (i32.const 93)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (local.set $depth (i32.sub (local.get $depth) (i32.const 1))))

      ;; After a value.
      (if (i32.eqz (local.get $depth))
        (then
          (if (i32.le_u (i32.load8_u (local.get $at)) (i32.const 32))
            (then (local.set $at (call $spaces (local.get $at) (local.get $end)))))
          (return (select (local.get $count) (global.get $malformed) (i32.eq (local.get $at) (local.get $end))))))
      (local.set $byte (i32.load8_u (local.get $depth)))
      (if (i32.and (i32.le_u (local.get $depth) (local.get $levels)) (i32.eq (local.get $byte) (i32.const 123)))
        (then
          (i32.store offset=12
            (i32.add
              (global.get $members)
              (i32.mul
                (select (local.get $outer) (local.get $inner) (i32.eq (local.get $depth) (i32.const 1)))
                (i32.const 20)))
            (local.get $at))))
      (if (i32.le_u (i32.load8_u (local.get $at)) (i32.const 32))
        (then (local.set $at (call $spaces (local.get $at) (local.get $end)))))
      (local.set $from (i32.load8_u (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (if (i32.eq (local.get $from) (i32.const 44))
        (then
          (local.set $state (select (i32.const 2) (i32.const 0) (i32.eq (local.get $byte) (i32.const 123))))
          (br $next)))
      ;; A container ends with the character two after the one it began with.
      (if (i32.ne (local.get $from) (i32.add (local.get $byte) (i32.const 2)))
        (then (return (global.get $malformed))))
      (local.set $depth (i32.sub (local.get $depth) (i32.const 1)))
      (local.set $state (i32.const 4))
      (br $next))
    unreachable))
