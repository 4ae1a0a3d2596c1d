package message

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Prefix begins every message. Its last character is the version.
const Prefix = name + version

const (
	name    = "LOOPHOLE"
	version = "1"
	check   = 5 // bytes of the checksum

	mostAll   = 1 << 20 // characters of a text
	mostParts = 999
)

// digits are those of base 32 (RFC 4648), of five bits each.
const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

// encoded returns bytes in base 32, without padding.
func encoded(b []byte) string {
	text := make([]byte, 0, (8*len(b)+4)/5)
	bits, many := uint32(0), 0
	for _, x := range b {
		bits, many = bits<<8|uint32(x), many+8
		for ; many >= 5; many -= 5 {
			text = append(text, digits[bits>>(many-5)&31])
		}
	}
	if many > 0 {
		text = append(text, digits[bits<<(5-many)&31])
	}
	return string(text)
}

// decoded reads what encoded returns.
func decoded(text string) ([]byte, error) {
	b := make([]byte, 0, len(text)*5/8)
	bits, many := uint32(0), 0
	for i := range len(text) {
		n := strings.IndexByte(digits, text[i])
		if n < 0 {
			return nil, ErrSum
		}
		bits, many = bits<<5|uint32(n), many+5
		if many >= 8 {
			many -= 8
			b = append(b, byte(bits>>many))
		}
	}
	if encoded(b) != text {
		return nil, ErrSum // Its last bits are not zero.
	}
	return b, nil
}

// Text returns the message as text. The error wraps [ErrLong] if [Read] would refuse it.
func (m *Message) Text() (string, error) {
	b, err := m.bytes()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(b)
	text := Prefix + "." + encoded(append(b, sum[:check]...)) + "."
	if len(text) > mostAll {
		return "", ErrLong
	}
	return text, nil
}

// Parts splits a text of [Message.Text] into parts of at most most characters: each has its number,
// the number of all, and the end of the text, which is the same in all parts of one message. A text
// that is short enough is its only part. The error wraps [ErrLong] if [Read] would refuse the parts.
func Parts(text string, most int) ([]string, error) {
	if len(text) <= most {
		return []string{text}, nil
	}
	data := strings.TrimSuffix(strings.TrimPrefix(text, Prefix+"."), ".")
	size := max(1, most-len(Prefix)-len("-999-999-12345678.."))
	count := (len(data) + size - 1) / size
	if count > mostParts {
		return nil, fmt.Errorf("%w: it has %d parts, and the most is %d", ErrLong, count, mostParts)
	}
	parts, all := make([]string, count), 0
	for i := range parts {
		parts[i] = fmt.Sprintf("%s-%d-%d-%s.%s.", Prefix, i+1, count, tag(data), data[i*size:min(len(data), (i+1)*size)])
		all += len(parts[i]) + 1 // with white space between them
	}
	if all > mostAll {
		return nil, ErrLong
	}
	return parts, nil
}

// tag returns the end of a message, which tells its parts from those of others.
func tag(data string) string { return data[max(0, len(data)-8):] }

// A MissingPartsError is the error of a message with missing parts.
type MissingPartsError struct {
	Of      int
	Missing []int // from 1
}

// Error names the missing parts.
func (e *MissingPartsError) Error() string {
	list := make([]string, len(e.Missing))
	for i, n := range e.Missing {
		list[i] = strconv.Itoa(n)
	}
	return fmt.Sprintf("this message has %d parts, and these are missing: %s", e.Of, strings.Join(list, ", "))
}

// The errors of a text.
var (
	ErrNone  = errors.New("there is no message in this text: a message begins with " + name)
	ErrCut   = errors.New("the message is cut off: copy all of it, up to the stop at its end")
	ErrOther = errors.New("the message is of another version of the program: both devices need the same")
	ErrSum   = errors.New("the message was changed on its way: copy or scan it again")
	ErrLong  = errors.New("the message is longer than any that the other device can take")
	ErrMixed = errors.New("these are parts of different messages: take the parts of one message")
)

// Read reads the first message in a text, such as a note or a link around it. White space within it
// does not count. A message in parts needs all of them, in any order.
func Read(text string) (*Message, error) {
	if len(text) > mostAll {
		return nil, errors.New("the text is longer than any message")
	}
	data, err := find(text)
	if err != nil {
		return nil, err
	}
	b, err := decoded(data)
	if err != nil || len(b) <= check {
		return nil, ErrSum
	}
	b, sum := b[:len(b)-check], b[len(b)-check:]
	if want := sha256.Sum256(b); !bytes.Equal(sum, want[:check]) {
		return nil, ErrSum
	}
	return decode(b)
}

// find returns the digits of the first whole message in a text, or those of the parts in it.
func find(text string) (string, error) {
	text = strings.ToUpper(strings.Join(strings.Fields(text), ""))
	p, why := parts{}, ErrNone
	for {
		_, rest, found := strings.Cut(text, name)
		if !found {
			break
		}
		text = rest
		head, body, stops := strings.Cut(rest, ".")
		data, _, whole := strings.Cut(body, ".")
		switch {
		case stops && whole && head == version:
			return data, nil
		case stops && whole:
			known, err := p.add(head, data)
			if err != nil {
				return "", err
			}
			if !known && why == ErrNone && head != "" && head[0] >= '1' && head[0] <= '9' {
				why = ErrOther
			}
		case strings.HasPrefix(rest, version):
			why = ErrCut
		}
	}
	if p.of == 0 {
		return "", why
	}
	return p.joined()
}

// parts are the parts of a message by their numbers.
type parts struct {
	of   int
	tag  string
	data map[int]string
}

// add adds a part. known is false if the head is not that of a part.
func (p *parts) add(head, data string) (known bool, err error) {
	n, of, tag, ok := numbered(head)
	switch {
	case !ok:
		return false, nil
	case p.of == 0:
		*p = parts{of, tag, map[int]string{}}
	case of != p.of || tag != p.tag || p.data[n] != "" && p.data[n] != data:
		return true, ErrMixed
	}
	p.data[n] = data
	return true, nil
}

// numbered reads the head of a part: version, its number, the number of all, and the tag.
func numbered(head string) (n, of int, t string, ok bool) {
	words := strings.Split(head, "-")
	if len(words) != 4 || words[0] != version || len(words[3]) > 8 {
		return 0, 0, "", false
	}
	n, wrong := strconv.Atoi(words[1])
	of, bad := strconv.Atoi(words[2])
	return n, of, words[3], wrong == nil && bad == nil && n >= 1 && n <= of && of <= mostParts
}

// joined returns the digits of all parts.
func (p *parts) joined() (string, error) {
	var b strings.Builder
	missing := &MissingPartsError{Of: p.of}
	for n := 1; n <= p.of; n++ {
		data, here := p.data[n]
		if !here {
			missing.Missing = append(missing.Missing, n)
		}
		b.WriteString(data)
	}
	switch {
	case len(missing.Missing) > 0:
		return "", missing
	case tag(b.String()) != p.tag:
		return "", ErrSum
	}
	return b.String(), nil
}
