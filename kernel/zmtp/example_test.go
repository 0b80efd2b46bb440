package zmtp_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/hyp-lang/hyp/kernel/zmtp"
)

// A heartbeat: what comes goes back.
func ExampleListenRep() {
	ctx := context.Background()
	echo := func(request [][]byte) [][]byte { return request }
	s, err := zmtp.ListenRep(ctx, "tcp://127.0.0.1:0", zmtp.Options{}, echo)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.HasPrefix(s.Endpoint(), "tcp://127.0.0.1:"))
	if err := s.Close(ctx); err != nil {
		log.Fatal(err)
	}
	// Output: true
}
