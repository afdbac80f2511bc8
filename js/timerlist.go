package js

// This file owns the lists of timers with the same delay, and the heap of these lists.

// A timerList holds the timers with one delay, oldest first.
type timerList struct {
	delay       int64
	expiry      int64
	age         int64
	position    int // index in the heap
	first, last *timeout
}

func (l *timerList) push(t *timeout) {
	t.list, t.prev, t.next = l, l.last, nil
	if l.last != nil {
		l.last.next = t
	} else {
		l.first = t
	}
	l.last = t
}

func (t *timeout) unlink() {
	l := t.list
	if l == nil {
		return
	}
	if t.prev != nil {
		t.prev.next = t.next
	} else {
		l.first = t.next
	}
	if t.next != nil {
		t.next.prev = t.prev
	} else {
		l.last = t.prev
	}
	t.list, t.prev, t.next = nil, nil, nil
}

// timerLists is the heap.
type timerLists []*timerList

func (h *timerLists) Len() int { return len(*h) }

func (h *timerLists) Less(i, j int) bool {
	a, b := (*h)[i], (*h)[j]
	if a.expiry != b.expiry {
		return a.expiry < b.expiry
	}
	return a.age < b.age
}

func (h *timerLists) Swap(i, j int) {
	l := *h
	l[i], l[j] = l[j], l[i]
	l[i].position, l[j].position = i, j
}

func (h *timerLists) Push(l any) {
	list := l.(*timerList)
	list.position = len(*h)
	*h = append(*h, list)
}

func (h *timerLists) Pop() any {
	old := *h
	l := old[len(old)-1]
	old[len(old)-1] = nil
	*h = old[:len(old)-1]
	return l
}
