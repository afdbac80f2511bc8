package ws

// An Inflater is what decompresses messages.
type Inflater struct{ f inflater }

// Inflate decompresses a message in steps of that much work, and stops after limit bytes.
func (i *Inflater) Inflate(p []byte, work, limit int) (out []byte, steps int, err error) {
	i.f.beginMessage(p)
	for done := false; !done && err == nil && len(i.f.out) <= limit; steps++ {
		_, done, err = i.f.step(work)
	}
	return i.f.out, steps, err
}
