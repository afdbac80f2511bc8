const { of, interval, map, filter, take, mergeMap, reduce, Subject, debounceTime, combineLatest, firstValueFrom, timer, throwError, catchError, from, toArray } = require('rxjs');
of(1, 2, 3, 4).pipe(filter((x) => x % 2 === 0), map((x) => x * 10), reduce((a, b) => a + b)).subscribe((v) => console.log('sum', v));
interval(2).pipe(take(3)).subscribe({ next: (v) => console.log('tick', v), complete: () => console.log('done') });
const s = new Subject();
s.pipe(debounceTime(60)).subscribe((v) => console.log('debounced', v));
s.next(1); s.next(2);
firstValueFrom(combineLatest([timer(180), of('x')])).then((v) => console.log('combined', v));
throwError(() => new Error('bad')).pipe(catchError((e) => of(e.message))).subscribe(console.log);
from([1, 2]).pipe(mergeMap((x) => of(x, x)), toArray()).subscribe(console.log);
