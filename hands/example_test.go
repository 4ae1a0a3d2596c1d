package hands_test

import (
	"crypto/sha256"
	"fmt"

	"loophole/hands"
)

// Neither hand alone decides three dice: the faces follow from the question and from the
// values that both gave, and anybody can derive them again.
func ExampleFaces() {
	ann, ben := hands.Value(sha256.Sum256([]byte("Ann's secret"))), hands.Value(sha256.Sum256([]byte("Ben's secret")))
	question := "3D6: attack on the building"
	fmt.Println(hands.Faces(question, 3, 6, []hands.Value{ann, ben}))
	fmt.Println(hands.Faces(question, 3, 6, []hands.Value{ann, ben}))
	ben[0]++
	fmt.Println(hands.Faces(question, 3, 6, []hands.Value{ann, ben}))
	// Output:
	// [4 3 6]
	// [4 3 6]
	// [4 2 3]
}
