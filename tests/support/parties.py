"""Complete and correct records of three players with payments and of four partners."""

THREE = """\
%SGN 1

[Event "An evening of three"]
[Date "2026-11-21"]
[A "Ivan"]
[B "Maria"]
[C "Petar Georgiev"]
[Rules "sixty-six-three"]
[Result "0-0-0"]

deal 1 dealer A trump As
A: Tc Jd Kh Kc 9c Th Ts 9d
B: 9h Ks Ac As Kd Qs Ad Js
C: Jh Qd 9s Td Qc Ah Qh Jc
1. 40s Ks 9s Ts
2. Th 9h Ah
3. Td 9d Ad <14-61-21>
4. Qs Qd 9c
5. As Qh Jd
6. Ac Qc Kc
7. Js Jc Kh
8. Kd Jh Tc
= pays -2 4 -2 by total (14-135-21) score -2 4 -2

deal 2 dealer B trump h
A: Qh Js 9h 9d Ks Td As Ad
B: Ts 9s Qd 9c Jd Jh Qc Tc
C: Kd Ac Ah Kh Qs Th Kc Jc
1. Th Qh Jh
2. Ah 9h Tc
3. Kh 9d Jd <0-0-42>
4. Ac Td 9c
5. Jc As Qc
6. Ts Qs Js
7. Qd Kd Ad
8. Ks 9s Kc
= pays -1 -2 3 by total (36-31-63) score -3 2 1

deal 3 dealer C trump Qd
A: Jh Ks Tc Qd Ad Jc Jd 9d
B: 9h Qh Td Js 9s Ah 9c Kd
C: Qc Ts Qs As Ac Th Kc Kh
1. Ad Td Qc
2. Tc 9c Ac
3. Ts Ks Js <24-0-37>
4. As Qd 9s
5. Jc Kd Kc
6. Ah Kh Jh
7. Qh Th Jd
8. 9d 9h Qs
= pays 3 -2 -1 by total (66-27-37) score 0-0-0
"""
"""Deal 1 has a marriage in trumps that waits, in deal 2 trumps are named; all payments cancel out."""

FOUR = """\
%SGN 1

[Event "Partners in the café"]
[Date "2026-11-22"]
[A "Ivan"]
[B "Maria"]
[C "Petar"]
[D "Elena Dimitrova"]
[Rules "sixty-six-four"]
[Result "5-7"]

deal 1 dealer D trump 9c
A: Qc Jd Kh Tc Qd Td
B: Th Jc 9h Ks Jh Ad
C: Ac 9d As Ah Kc Ts
D: 9s Js Qh Kd Qs 9c
1. Td Ad 9d Kd
2. Th Ah Qh Kh
3. Ts Qs Tc Ks <55-25>
4. Jd Jc Ac 9c
5. A: out
= AC 2 by out (70-25) score 2-0

deal 2 dealer A trump Qh
A: Tc 9s Ad As 9d Qh
B: Qd Jh Kd Ac Qc Ts
C: Th Kc Js 9h Td Qs
D: Ks 9c Ah Kh Jd Jc
1. 20d Qd Td Jd Ad
2. Tc Ac Kc Jc
3. Ts Js Ks As <53-47>
4. 9s Jh Qs Ah
5. Kh Qh Qc Th
6. A: out
= AC 1 by out (73-63) score 3-0

deal 3 dealer B trump Ts
A: 9c Th 9d Qc Kc Ac
B: Jh Ah Ks Td Kh Ts
C: Js Jc Ad 9s As Kd
D: Qd Qh 9h Qs Jd Tc
1. A: 20c As Qs Qc Ks
2. Ad Qd 9d Td
3. Jc Tc Ac Ts <65-33>
4. Kh 9s Qh Th
5. A: out
= AC 1 by out (82-33) score 4-0

deal 4 dealer C trump Ks
A: 9d Qc Kc Tc 9h Qh
B: Th Kd Ts Qs Ad Ac
C: Kh Jd Jh Td Ah Ks
D: 9c 9s As Js Qd Jc
1. As Tc Qs Ks
2. Js 9h Ts Jh
3. Th Ah 9s Qh <0-66>
4. B: out
= BD 3 by out (0-66) score 4-3

deal 5 dealer D trump Tc
A: Kc Jd Js Td 9c Kh
B: 9h Ac Jh Ks Qc Th
C: 9d 9s Ah Kd Qd Qh
D: As Qs Jc Ts Ad Tc
1. C: 20d Td Qc Kd Ad
2. Ac 9d Tc Kc
3. Ks 9s Ts Js <0-69>
4. B: out
= BD 3 by out (0-69) score 4-6

deal 6 dealer A trump Tc
A: Kh Jh Ts 9s Qh Tc
B: Ks 9d Ad Td Kd Qc
C: Qs 9c Qd Kc Jd 9h
D: Jc Js Ah Th As Ac
1. Td Jd Jc Tc
2. 20h Qh Qc 9h Th
3. Ad Qd Ac 9s <44-41>
4. Ah Kh Kd Kc
5. A: out
= AC 1 by out (67-41) score 5-6

deal 7 dealer B trump Tc
A: 9c Kh Jc Ks As Kd
B: Ac Js 9h Kc Qd Tc
C: Jd Qs Th Qh Ah Qc
D: Jh Ts Ad Td 9d 9s
1. Qc 9s Jc Ac
2. Tc Ah Jh 9c
3. Js Qs Ts As <26-39>
4. Ks Kc Qh 9d
5. 9h Th Td Kh
6. Jd Ad Kd Qd
7. B: out
= BD 1 by out (50-70) score 5-7
"""
"""The partners B and D win the match 7-5; players announce at their own and their partners' leads."""
